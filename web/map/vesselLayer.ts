import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl'
import { rgba } from '#contract/hexColour.ts'
import { createGlProgram, type GlProgram } from './glProgram.ts'
import type { MarkerColours } from './palette.ts'
import { forEachCopy, setPlaceUniforms } from './placeUniforms.ts'
import { FLOATS_PER_VESSEL, type VesselBuffer } from './vesselBuffer.ts'
import type { VesselGroups } from './vesselGroups.ts'
import { PASS, VESSEL_FRAGMENT, VESSEL_VERTEX } from './vesselShader.ts'
import { drawVesselShapes } from './vesselShapes.ts'
import { viewportOf } from './viewport.ts'

interface Deps {
  vessels: VesselBuffer
  groups: VesselGroups
  colours: MarkerColours
  /** Index of the vessel in the ring, -1 for none. */
  selected: () => number
  nowMs: () => number
}

const STRIDE = FLOATS_PER_VESSEL * Float32Array.BYTES_PER_ELEMENT

/** Draws every vessel straight from its buffer: three calls for the whole fleet, and no work in between for a glide. */
export function createVesselLayer({ vessels, groups, colours, selected, nowMs }: Deps): CustomLayerInterface {
  let map: MapLibreMap
  let program: GlProgram
  let array: WebGLVertexArrayObject
  let buffer: WebGLBuffer
  let sheet: WebGLTexture
  let roomFor = 0

  function upload(gl: WebGL2RenderingContext) {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    const changes = vessels.takeChanges()
    const data = vessels.data()
    if (data.length !== roomFor) {
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW)
      roomFor = data.length
    } else if (changes && changes.from < changes.to) {
      const first = changes.from * FLOATS_PER_VESSEL
      const length = (changes.to - changes.from) * FLOATS_PER_VESSEL
      gl.bufferSubData(gl.ARRAY_BUFFER, changes.from * STRIDE, data, first, length)
    }
  }

  return {
    id: 'vessels',
    type: 'custom',
    onAdd(onMap, gl) {
      map = onMap
      program = createGlProgram(gl, VESSEL_VERTEX, VESSEL_FRAGMENT)
      buffer = gl.createBuffer()
      array = gl.createVertexArray()
      gl.bindVertexArray(array)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      for (const [place, size] of [4, 4, 4, 1].entries()) {
        gl.enableVertexAttribArray(place)
        gl.vertexAttribPointer(place, size, gl.FLOAT, false, STRIDE, place * 16)
        gl.vertexAttribDivisor(place, 1)
      }
      gl.bindVertexArray(null)
      sheet = createSheet(gl)
    },
    render(gl) {
      if (vessels.count() === 0) return
      const view = viewportOf(map)
      groups.update(view.zoom, selected())
      program.use()
      setPlaceUniforms(gl, program, view)
      gl.uniform1f(program.at('u_now'), nowMs())
      gl.uniform1f(program.at('u_ratio'), gl.drawingBufferWidth / view.width)
      gl.uniform1i(program.at('u_selected'), selected())
      for (const [name, hex] of [
        ['u_fill', colours.fill],
        ['u_edge', colours.edge],
        ['u_absentFill', colours.absentFill],
        ['u_absentEdge', colours.absentEdge],
        ['u_accent', colours.selected],
      ] as const) {
        const [red, green, blue] = rgba(hex)
        gl.uniform3f(program.at(name), red, green, blue)
      }
      gl.activeTexture(gl.TEXTURE0)
      gl.bindTexture(gl.TEXTURE_2D, sheet)
      gl.uniform1i(program.at('u_sheet'), 0)
      gl.bindVertexArray(array)
      upload(gl)
      for (const pass of [PASS.ring, PASS.vector, PASS.hull]) {
        if (pass === PASS.ring && selected() < 0) continue
        gl.uniform1i(program.at('u_pass'), pass)
        forEachCopy(gl, program, view, () => gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, vessels.count()))
      }
      gl.bindVertexArray(null)
    },
    onRemove(_map, gl) {
      program.delete()
      gl.deleteBuffer(buffer)
      gl.deleteVertexArray(array)
      gl.deleteTexture(sheet)
    },
  }
}

function createSheet(gl: WebGL2RenderingContext): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, drawVesselShapes())
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.generateMipmap(gl.TEXTURE_2D)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return texture
}
