import type { GlProgram } from './glProgram.ts'
import type { Viewport } from './viewport.ts'

/** Sets the uniforms that `place` in GLSL needs for this view. */
export function setPlaceUniforms(gl: WebGL2RenderingContext, program: GlProgram, view: Viewport) {
  const [x, y] = [Math.fround(view.centreX), Math.fround(view.centreY)]
  gl.uniform4f(program.at('u_centre'), x, y, view.centreX - x, view.centreY - y)
  gl.uniform1f(program.at('u_scale'), view.scale)
  gl.uniform2f(program.at('u_size'), view.width, view.height)
  gl.uniform1f(program.at('u_copy'), 0)
}

/** Draws once for each visible copy of the world: once, unless the map is smaller than the screen. */
export function forEachCopy(
  gl: WebGL2RenderingContext,
  program: GlProgram,
  view: Viewport,
  draw: () => void,
) {
  const aside = Math.max(0, Math.ceil((view.width / view.scale - 1) / 2))
  for (let copy = -aside; copy <= aside; copy++) {
    gl.uniform1f(program.at('u_copy'), copy)
    draw()
  }
}
