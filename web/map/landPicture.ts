import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl'
import { createGlProgram, type GlProgram } from './glProgram.ts'

/**
 * How strongly the land is tinted where it is to show the picture, an eighth: what the tint leaves in the alpha of the canvas
 * is then doubled three times, to one.
 */
export const LAND_TINT_OPACITY = 32 / 255
const DOUBLINGS = 3

/** Layers of the style that what is done here comes before: between the sea, the picture and what tints the land. */
export const PICTURE_FLOORS = {
  picture: 'floor-picture',
  land: 'floor-picture-land',
  sea: 'floor-picture-sea',
} as const

/**
 * Lets a picture show on land alone, cut by the coast of the vector map: the sea as it was drawn is put aside, the picture
 * drawn over it, the alpha of the canvas cleared, the land tinted, which leaves its shape in the alpha, and the sea put
 * back where no land is. The style draws what lies between; without these layers it shows the whole picture.
 */
export function addLandPicture(map: MapLibreMap): () => void {
  if (!map.getLayer(PICTURE_FLOORS.sea)) return () => {}
  let sea: WebGLTexture | null = null
  const layers: CustomLayerInterface[] = [
    {
      ...{ id: 'picture-sea-aside', type: 'custom' },
      onAdd(_map, gl) {
        sea = gl.createTexture()
        gl.bindTexture(gl.TEXTURE_2D, sea)
        for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
          gl.texParameteri(gl.TEXTURE_2D, side, gl.NEAREST)
        for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
          gl.texParameteri(gl.TEXTURE_2D, axis, gl.CLAMP_TO_EDGE)
      },
      render(gl) {
        gl.activeTexture(gl.TEXTURE0)
        gl.bindTexture(gl.TEXTURE_2D, sea)
        gl.copyTexImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, 0)
      },
      onRemove: (_map, gl) => gl.deleteTexture(sea),
    },
    {
      ...{ id: 'picture-land-unknown', type: 'custom' },
      render(gl) {
        gl.disable(gl.SCISSOR_TEST)
        gl.colorMask(false, false, false, true)
        gl.clearColor(0, 0, 0, 0)
        gl.clear(gl.COLOR_BUFFER_BIT)
        gl.colorMask(true, true, true, true)
      },
    },
    seaBack(() => sea),
  ]
  const [aside, unknown, back] = layers as [CustomLayerInterface, CustomLayerInterface, CustomLayerInterface]
  map.addLayer(aside, PICTURE_FLOORS.picture)
  map.addLayer(unknown, PICTURE_FLOORS.land)
  map.addLayer(back, PICTURE_FLOORS.sea)
  return () => {
    for (const { id } of layers) map.removeLayer(id)
  }
}

function seaBack(sea: () => WebGLTexture | null): CustomLayerInterface {
  let program: GlProgram
  let array: WebGLVertexArrayObject
  return {
    id: 'picture-sea-back',
    type: 'custom',
    onAdd(_map, gl) {
      program = createGlProgram(gl, VERTEX, FRAGMENT)
      array = gl.createVertexArray()
    },
    render(gl) {
      program.use()
      gl.activeTexture(gl.TEXTURE0)
      gl.bindTexture(gl.TEXTURE_2D, sea())
      gl.uniform1i(program.at('u_sea'), 0)
      gl.bindVertexArray(array)
      gl.disable(gl.DEPTH_TEST)
      gl.disable(gl.STENCIL_TEST)
      gl.enable(gl.BLEND)
      gl.blendEquation(gl.FUNC_ADD)
      gl.blendFuncSeparate(gl.ZERO, gl.ONE, gl.DST_ALPHA, gl.ONE)
      for (let i = 0; i < DOUBLINGS; i++) gl.drawArrays(gl.TRIANGLES, 0, 3)
      gl.blendFuncSeparate(gl.ONE_MINUS_DST_ALPHA, gl.DST_ALPHA, gl.ONE, gl.ZERO)
      gl.drawArrays(gl.TRIANGLES, 0, 3)
      gl.bindVertexArray(null)
    },
    onRemove(_map, gl) {
      program.delete()
      gl.deleteVertexArray(array)
    },
  }
}

/** One triangle that covers the canvas. */
const VERTEX = `
out vec2 v_at;
void main() {
  v_at = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
  gl_Position = vec4(v_at * 2.0 - 1.0, 0.0, 1.0);
}
`
const FRAGMENT = `
uniform sampler2D u_sea;
in vec2 v_at;
out vec4 colour;
void main() { colour = vec4(texture(u_sea, v_at).rgb, 1.0); }
`
