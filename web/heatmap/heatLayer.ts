import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl'
import type { HeatmapData } from '#contract/wire/heatmap.ts'
import { type Ramp, rampPixels } from '../map/colourRamp.ts'
import { createGlProgram, type GlProgram } from '../map/glProgram.ts'
import { forEachCopy, setPlaceUniforms } from '../map/placeUniforms.ts'
import { type Viewport, viewportOf } from '../map/viewport.ts'
import { FLOATS_PER_SPOT, gatherHeat } from './gatherHeat.ts'
import { COLOUR_FRAGMENT, COLOUR_VERTEX, RAMP_WIDTH, SPOT_FRAGMENT, SPOT_VERTEX } from './heatShader.ts'

export const HEAT_LAYER = 'heatmap'
/** Spots are blurred, so a quarter of the pixels of the screen shows every detail. */
const COARSER = 4
const STRIDE = FLOATS_PER_SPOT * Float32Array.BYTES_PER_ELEMENT

/**
 * Draws heat in two steps. It sums the spots on a small picture when the view changes, then colours that picture onto
 * the map. A pixel takes the mean of the spots over it, so a colour has the legend's value at every zoom. A sum would
 * turn red with the number of points alone.
 */
export function createHeatLayer(points: HeatmapData['data']['points'], ramp: Ramp): CustomLayerInterface {
  let map: MapLibreMap
  let spots: GlProgram
  let colours: GlProgram
  let array: WebGLVertexArrayObject
  let empty: WebGLVertexArrayObject
  let buffer: WebGLBuffer
  let frame: WebGLFramebuffer
  let sums: WebGLTexture
  let rampTexture: WebGLTexture
  let count = 0
  let gatheredAt = Number.NaN
  let drawn = ''

  function gather(gl: WebGL2RenderingContext, zoom: number) {
    if (gatheredAt === zoom) return
    gatheredAt = zoom
    const data = gatherHeat(points, zoom)
    count = data.length / FLOATS_PER_SPOT
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW)
  }

  function sumUp(gl: WebGL2RenderingContext, view: Viewport) {
    const [width, height] = [Math.ceil(view.width / COARSER), Math.ceil(view.height / COARSER)]
    gl.bindTexture(gl.TEXTURE_2D, sums)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, width, height, 0, gl.RGBA, gl.HALF_FLOAT, null)
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, sums, 0)
    gl.viewport(0, 0, width, height)
    gl.disable(gl.SCISSOR_TEST)
    gl.disable(gl.STENCIL_TEST)
    gl.disable(gl.DEPTH_TEST)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.enable(gl.BLEND)
    gl.blendEquationSeparate(gl.FUNC_ADD, gl.MAX)
    gl.blendFunc(gl.ONE, gl.ONE)
    spots.use()
    setPlaceUniforms(gl, spots, view)
    gl.bindVertexArray(array)
    forEachCopy(gl, spots, view, () => gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count))
    gl.bindVertexArray(null)
    gl.blendEquation(gl.FUNC_ADD)
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight)
  }

  return {
    id: HEAT_LAYER,
    type: 'custom',
    onAdd(onMap, gl) {
      map = onMap
      // Enables drawing into half floats; every browser with WebGL 2 that draws this map has the extension.
      gl.getExtension('EXT_color_buffer_float') ?? gl.getExtension('EXT_color_buffer_half_float')
      spots = createGlProgram(gl, SPOT_VERTEX, SPOT_FRAGMENT)
      colours = createGlProgram(gl, COLOUR_VERTEX, COLOUR_FRAGMENT)
      buffer = gl.createBuffer()
      empty = gl.createVertexArray()
      array = gl.createVertexArray()
      gl.bindVertexArray(array)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      for (const [place, size, offset] of [
        [0, 4, 0],
        [1, 1, 16],
      ] as const) {
        gl.enableVertexAttribArray(place)
        gl.vertexAttribPointer(place, size, gl.FLOAT, false, STRIDE, offset)
        gl.vertexAttribDivisor(place, 1)
      }
      gl.bindVertexArray(null)
      frame = gl.createFramebuffer()
      sums = createTexture(gl)
      rampTexture = createTexture(gl)
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
      const pixels = rampPixels(ramp, RAMP_WIDTH)
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, RAMP_WIDTH, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    },
    prerender(gl) {
      const view = viewportOf(map)
      // Gliding vessels redraw the map in each frame, but the heat changes only with the view.
      const now = Object.values(view).join()
      if (now === drawn) return
      drawn = now
      gather(gl, Math.round(view.zoom))
      if (count > 0) sumUp(gl, view)
    },
    render(gl) {
      if (count === 0) return
      colours.use()
      gl.activeTexture(gl.TEXTURE0)
      gl.bindTexture(gl.TEXTURE_2D, sums)
      gl.activeTexture(gl.TEXTURE1)
      gl.bindTexture(gl.TEXTURE_2D, rampTexture)
      gl.uniform1i(colours.at('u_sums'), 0)
      gl.uniform1i(colours.at('u_ramp'), 1)
      gl.bindVertexArray(empty)
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
      gl.bindVertexArray(null)
      gl.activeTexture(gl.TEXTURE0)
    },
    onRemove(_map, gl) {
      spots.delete()
      colours.delete()
      gl.deleteBuffer(buffer)
      for (const one of [array, empty]) gl.deleteVertexArray(one)
      for (const texture of [sums, rampTexture]) gl.deleteTexture(texture)
      gl.deleteFramebuffer(frame)
    },
  }
}

function createTexture(gl: WebGL2RenderingContext): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return texture
}
