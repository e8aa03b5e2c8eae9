import { nearestCopy } from '#contract/geodesy/mercator.ts'
import { createGlProgram, WHOLE_CANVAS } from './glProgram.ts'
import type { Viewport } from './viewport.ts'

/**
 * Margin drawn on each side of the map, CSS pixels: the map can be dragged this far before everything is drawn again.
 */
export const PICTURE_MARGIN_PX = 160

/** Picture of an overlay, shown again at the new place while the user drags the map. */
export interface KeptPicture {
  /** True when the picture covers the whole view, if the overlay has not changed. */
  covers(view: Viewport): boolean
  /** Draws the picture again: `draw` gets the view with its margin and an empty picture. Call it in `prerender`. */
  take(gl: WebGL2RenderingContext, view: Viewport, draw: (wider: Viewport) => void): void
  show(gl: WebGL2RenderingContext, view: Viewport): void
  delete(gl: WebGL2RenderingContext): void
}

export function createKeptPicture(gl: WebGL2RenderingContext): KeptPicture {
  const program = createGlProgram(gl, WHOLE_CANVAS, FRAGMENT)
  const empty = gl.createVertexArray()
  const frame = gl.createFramebuffer()
  const texture = gl.createTexture()
  let taken: Viewport | null = null
  let size = { width: 0, height: 0 }

  function resize(ratio: number, wider: Viewport) {
    const width = Math.round(wider.width * ratio)
    const height = Math.round(wider.height * ratio)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    if (size.width === width && size.height === height) return
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null)
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST)
    size = { width, height }
  }

  return {
    covers: (view) => taken !== null && isWithin(taken, view),
    take(gl, view, draw) {
      const wider = widened(view)
      resize(gl.drawingBufferWidth / view.width, wider)
      gl.bindFramebuffer(gl.FRAMEBUFFER, frame)
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
      gl.viewport(0, 0, size.width, size.height)
      for (const test of [gl.SCISSOR_TEST, gl.STENCIL_TEST, gl.DEPTH_TEST]) gl.disable(test)
      gl.clearColor(0, 0, 0, 0)
      gl.clear(gl.COLOR_BUFFER_BIT)
      gl.enable(gl.BLEND)
      gl.blendEquation(gl.FUNC_ADD)
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
      draw(wider)
      gl.bindFramebuffer(gl.FRAMEBUFFER, null)
      gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight)
      taken = view
    },
    show(gl, view) {
      if (!taken) return
      const ratio = gl.drawingBufferWidth / view.width
      const { x, y } = draggedPx(taken, view)
      program.use()
      gl.activeTexture(gl.TEXTURE0)
      gl.bindTexture(gl.TEXTURE_2D, texture)
      gl.uniform1i(program.at('u_picture'), 0)
      // Whole pixels of the screen prevent blur. Rows of a texture are counted from below.
      const right = Math.round((PICTURE_MARGIN_PX + x) * ratio)
      const up = size.height - gl.drawingBufferHeight - Math.round((PICTURE_MARGIN_PX + y) * ratio)
      gl.uniform2i(program.at('u_off'), right, up)
      gl.bindVertexArray(empty)
      gl.drawArrays(gl.TRIANGLES, 0, 3)
      gl.bindVertexArray(null)
    },
    delete(gl) {
      program.delete()
      gl.deleteVertexArray(empty)
      gl.deleteFramebuffer(frame)
      gl.deleteTexture(texture)
    },
  }
}

const widened = (view: Viewport): Viewport => ({
  ...view,
  width: view.width + 2 * PICTURE_MARGIN_PX,
  height: view.height + 2 * PICTURE_MARGIN_PX,
})

/** Distance between the middles of two views, in CSS pixels to the right and down. */
function draggedPx(from: Viewport, to: Viewport) {
  return {
    x: (to.centreX - nearestCopy(from.centreX, to.centreX)) * to.scale,
    y: (to.centreY - from.centreY) * to.scale,
  }
}

/** True when a picture of one view, with its margin, covers the other view at the same scale. */
export function isWithin(taken: Viewport, view: Viewport): boolean {
  if (taken.scale !== view.scale || taken.width !== view.width || taken.height !== view.height) return false
  const { x, y } = draggedPx(taken, view)
  return Math.abs(x) <= PICTURE_MARGIN_PX && Math.abs(y) <= PICTURE_MARGIN_PX
}

const FRAGMENT = `
uniform sampler2D u_picture;
uniform ivec2 u_off;
out vec4 colour;
void main() {
  colour = texelFetch(u_picture, ivec2(gl_FragCoord.xy) + u_off, 0);
  if (colour.a == 0.0) discard;
}
`
