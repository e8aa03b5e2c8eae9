import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl'
import { rgba } from '#contract/text/hexColour.ts'
import { createGlProgram, type GlProgram } from './glProgram.ts'
import { createKeptPicture, type KeptPicture } from './keptPicture.ts'
import type { MarkerColours } from './palette.ts'
import { forEachCopy, setPlaceUniforms } from './placeUniforms.ts'
import { repaintDelayMs } from './repaintDelay.ts'
import { FLOATS_PER_VESSEL, type VesselBuffer } from './vesselBuffer.ts'
import type { VesselGroups } from './vesselGroups.ts'
import { PASS, VESSEL_FRAGMENT, VESSEL_VERTEX } from './vesselShader.ts'
import { drawVesselShapes } from './vesselShapes.ts'
import { type Viewport, viewportOf } from './viewport.ts'

interface Deps {
  vessels: VesselBuffer
  groups: VesselGroups
  colours: MarkerColours
  /** Index of the vessel with the ring, -1 for none. */
  selected: () => number
  nowMs: () => number
}

/** A texel has four numbers, and each row of the texture has whole vessels; the capacity is a power of two. */
const TEXELS_PER_VESSEL = FLOATS_PER_VESSEL / 4
const MOST_PER_ROW = 256
/** Number of vessels from which showing a kept picture of a dragged map is faster than drawing them. */
const MANY = 2000

/**
 * Draws vessels from a texture of numbers, in three calls for the whole fleet and without work between fixes. A large
 * fleet is kept as a picture while the user drags the map. Instance attributes would be slower: software renderers
 * draw instances one by one.
 */
export function createVesselLayer({ vessels, groups, colours, selected, nowMs }: Deps): CustomLayerInterface {
  let map: MapLibreMap
  let program: GlProgram
  let array: WebGLVertexArrayObject
  let numbers: WebGLTexture
  let sheet: WebGLTexture
  let picture: KeptPicture | undefined
  /** State that the picture shows, and the time when it was drawn. */
  let taken = { revision: -1, selected: -1, atMs: 0 }
  let roomFor = 0

  /** Uploads changed numbers to the graphics card; returns whether anything changed. */
  function upload(gl: WebGL2RenderingContext): boolean {
    const changes = vessels.takeChanges()
    const data = vessels.data()
    const room = data.length / FLOATS_PER_VESSEL
    const perRow = Math.min(room, MOST_PER_ROW)
    const texels = perRow * TEXELS_PER_VESSEL
    gl.activeTexture(gl.TEXTURE1)
    gl.bindTexture(gl.TEXTURE_2D, numbers)
    // Turns off premultiplication, which is for colours.
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
    if (room !== roomFor) {
      const size = [texels, room / perRow] as const
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, ...size, 0, gl.RGBA, gl.FLOAT, data)
      roomFor = room
    } else if (changes && changes.from < changes.to) {
      const row = Math.floor(changes.from / perRow)
      const rows = Math.ceil(changes.to / perRow) - row
      const first = row * perRow * FLOATS_PER_VESSEL
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, row, texels, rows, gl.RGBA, gl.FLOAT, data, first)
    } else return false
    return true
  }

  function draw(gl: WebGL2RenderingContext, view: Viewport, ratio: number) {
    program.use()
    setPlaceUniforms(gl, program, view)
    gl.uniform1f(program.at('u_now'), nowMs())
    gl.uniform1f(program.at('u_ratio'), ratio)
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
    gl.activeTexture(gl.TEXTURE1)
    gl.bindTexture(gl.TEXTURE_2D, numbers)
    gl.uniform1i(program.at('u_vessels'), 1)
    gl.bindVertexArray(array)
    for (const pass of [PASS.ring, PASS.vector, PASS.hull]) {
      if (pass === PASS.ring && selected() < 0) continue
      gl.uniform1i(program.at('u_pass'), pass)
      forEachCopy(gl, program, view, () => gl.drawArrays(gl.TRIANGLES, 0, 6 * vessels.count()))
    }
    gl.bindVertexArray(null)
  }

  /** True when nothing visible has moved since the picture was drawn. */
  function isStill(view: Viewport) {
    const glides = taken.atMs < vessels.glidesUntilMs()
    return (
      taken.revision === vessels.revision() &&
      taken.selected === selected() &&
      !(glides && nowMs() - taken.atMs >= repaintDelayMs(view))
    )
  }

  return {
    id: 'vessels',
    type: 'custom',
    onAdd(onMap, gl) {
      map = onMap
      program = createGlProgram(gl, VESSEL_VERTEX, VESSEL_FRAGMENT)
      array = gl.createVertexArray()
      numbers = createNumbers(gl)
      sheet = createSheet(gl)
    },
    prerender(gl) {
      if (vessels.count() < MANY) {
        picture?.delete(gl)
        picture = undefined
        return
      }
      const view = viewportOf(map)
      groups.update(view.zoom, selected())
      const changed = upload(gl)
      if (picture?.covers(view) && !changed && isStill(view)) return
      picture ??= createKeptPicture(gl)
      const ratio = gl.drawingBufferWidth / view.width
      picture.take(gl, view, (wider) => draw(gl, wider, ratio))
      taken = { revision: vessels.revision(), selected: selected(), atMs: nowMs() }
    },
    render(gl) {
      if (vessels.count() === 0) return
      const view = viewportOf(map)
      if (picture) return picture.show(gl, view)
      groups.update(view.zoom, selected())
      upload(gl)
      draw(gl, view, gl.drawingBufferWidth / view.width)
    },
    onRemove(_map, gl) {
      program.delete()
      picture?.delete(gl)
      gl.deleteTexture(numbers)
      gl.deleteVertexArray(array)
      gl.deleteTexture(sheet)
    },
  }
}

function createNumbers(gl: WebGL2RenderingContext): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST)
  return texture
}

function createSheet(gl: WebGL2RenderingContext): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, drawVesselShapes())
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.generateMipmap(gl.TEXTURE_2D)
  // The sheet is drawn at a power of two of the usual pixel ratios, which is one of its mipmap levels.
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return texture
}
