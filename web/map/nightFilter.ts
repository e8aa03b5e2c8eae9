import type { CustomLayerInterface } from 'maplibre-gl'
import { rgba } from '#contract/text/hexColour.ts'
import type { Ramp } from './colourRamp.ts'
import { createGlProgram, type GlProgram, WHOLE_CANVAS } from './glProgram.ts'
import type { Overlay } from './mapStage.ts'
import { DIM_LAYER } from './mapStyle.ts'

/** Share of red, green and blue that pass. */
const PASSES = [1, 0.35, 0.28]

/** Colours as they are seen through the glass. */
export const throughNightFilter = (ramp: Ramp): Ramp =>
  ramp.map(([share, hex]) => {
    const colour = rgba(hex)
    return [share, `#${PASSES.map((passes, channel) => hexOf((colour[channel] ?? 0) * passes)).join('')}`]
  })
const hexOf = (part: number) =>
  Math.round(part * 255)
    .toString(16)
    .padStart(2, '0')

/** Lays a red glass over the base map with its pictures and charts, whatever their colours are. */
export const nightFilter: Overlay = (map) => {
  let program: GlProgram
  let array: WebGLVertexArrayObject
  const layer: CustomLayerInterface = {
    ...{ id: 'night-filter', type: 'custom' },
    onAdd(_map, gl) {
      program = createGlProgram(gl as WebGL2RenderingContext, WHOLE_CANVAS, FRAGMENT)
      array = (gl as WebGL2RenderingContext).createVertexArray()
    },
    render(context) {
      const gl = context as WebGL2RenderingContext
      for (const test of [gl.SCISSOR_TEST, gl.STENCIL_TEST, gl.DEPTH_TEST]) gl.disable(test)
      gl.enable(gl.BLEND)
      gl.blendEquation(gl.FUNC_ADD)
      // Multiplies what is drawn already.
      gl.blendFunc(gl.DST_COLOR, gl.ZERO)
      program.use()
      gl.bindVertexArray(array)
      gl.drawArrays(gl.TRIANGLES, 0, 3)
      gl.bindVertexArray(null)
    },
    onRemove(_map, gl) {
      program.delete()
      ;(gl as WebGL2RenderingContext).deleteVertexArray(array)
    },
  }
  map.addLayer(layer, DIM_LAYER)
  return () => map.removeLayer(layer.id)
}

const FRAGMENT = `
out vec4 colour;
void main() {
  colour = vec4(${PASSES.map((share) => share.toFixed(2)).join(', ')}, 1.0);
}
`
