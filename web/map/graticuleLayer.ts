import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl'
import { type Rgba, rgba } from '#contract/text/hexColour.ts'
import { graticule } from './drawGraticule.ts'
import { createGlProgram, type GlProgram } from './glProgram.ts'
import { viewportOf } from './viewport.ts'

/**
 * Hairlines of the graticule. The map is north up, so they are vertical or horizontal and lie on whole pixels, sharp
 * at every zoom.
 */
export function createGraticuleLayer(colour: string, alpha: number): CustomLayerInterface {
  let map: MapLibreMap
  let program: GlProgram
  let buffer: WebGLBuffer
  let array: WebGLVertexArrayObject
  return {
    id: 'graticule',
    type: 'custom',
    onAdd(onMap, gl) {
      map = onMap
      program = createGlProgram(gl, VERTEX, FRAGMENT)
      buffer = gl.createBuffer()
      array = gl.createVertexArray()
      gl.bindVertexArray(array)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      gl.enableVertexAttribArray(0)
      gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0)
      gl.bindVertexArray(null)
    },
    render(gl) {
      const view = viewportOf(map)
      const { meridians, parallels } = graticule(view)
      const ratio = gl.drawingBufferWidth / view.width
      const snap = (px: number) => (Math.floor(px * ratio) + 0.5) / ratio
      const points = [
        ...meridians.flatMap(({ px }) => [snap(px), 0, snap(px), view.height]),
        ...parallels.flatMap(({ px }) => [0, snap(px), view.width, snap(px)]),
      ]
      program.use()
      gl.uniform2f(program.at('u_size'), view.width, view.height)
      gl.uniform4f(program.at('u_colour'), ...premultiplied(rgba(colour, alpha)))
      gl.bindVertexArray(array)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.DYNAMIC_DRAW)
      gl.drawArrays(gl.LINES, 0, points.length / 2)
      gl.bindVertexArray(null)
    },
    onRemove(_map, gl) {
      program.delete()
      gl.deleteBuffer(buffer)
      gl.deleteVertexArray(array)
    },
  }
}

const premultiplied = ([red, green, blue, alpha]: Rgba): Rgba => [
  red * alpha,
  green * alpha,
  blue * alpha,
  alpha,
]

const VERTEX = `
layout(location = 0) in vec2 a_px;
uniform vec2 u_size;
void main() { gl_Position = vec4(a_px / u_size * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0); }
`
const FRAGMENT = `
uniform vec4 u_colour;
out vec4 colour;
void main() { colour = u_colour; }
`
