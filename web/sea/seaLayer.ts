import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl'
import { mercatorX } from '#contract/geodesy/mercator.ts'
import { rgba } from '#contract/text/hexColour.ts'
import type { SeaGrid, SeaPatch } from '#contract/wire/seaForecast.ts'
import { type Ramp, rampPixels } from '../map/colourRamp.ts'
import { createGlProgram, type GlProgram } from '../map/glProgram.ts'
import { type Viewport, viewportOf } from '../map/viewport.ts'
import type { SeaKind } from '../preferences/preferences.ts'
import { fieldOf, isRoundWorld, type SeaValues } from './seaField.ts'
import {
  ARROW_FRAGMENT,
  ARROW_VERTEX,
  FIELD_FRAGMENT,
  FIELD_VERTEX,
  SEA_RAMP_WIDTH,
  VERTICES_PER_ARROW,
} from './seaShader.ts'

export const SEA_LAYER = 'sea-forecast'
/** Least distance between two arrows, CSS pixels; at most twice that. */
const ARROWS_APART_PX = 44

interface Given {
  grid: SeaGrid
  values: SeaValues
  kind: SeaKind
  ramp: Ramp
  ink: string
  halo: string
  /** Step that is shown; a fraction lies between two steps. */
  step: () => number
}

interface DrawnPatch {
  patch: SeaPatch
  texture: WebGLTexture
  /** Distance from the first to the last point that is drawn, in cells. */
  width: number
}

/**
 * Draws a grid as colours and arrows. All steps lie on the graphics card, so another time costs one number. Nothing is drawn
 * outside of the grid and in its gaps.
 */
export function createSeaLayer({ grid, values, kind, ramp, ink, halo, step }: Given): CustomLayerInterface {
  let map: MapLibreMap
  let field: GlProgram
  let arrows: GlProgram
  let array: WebGLVertexArrayObject
  let rampTexture: WebGLTexture
  let patches: DrawnPatch[] = []

  function setUp(
    gl: WebGL2RenderingContext,
    program: GlProgram,
    view: Viewport,
    one: DrawnPatch,
    west: number,
  ) {
    gl.uniform2f(program.at('u_size'), view.width, view.height)
    gl.uniform1f(program.at('u_scale'), view.scale)
    gl.uniform1f(program.at('u_west'), west)
    gl.uniform1f(program.at('u_south'), one.patch.south)
    gl.uniform1f(program.at('u_stepDeg'), grid.step_deg)
    gl.uniform1f(program.at('u_centreY'), view.centreY)
    gl.uniform1f(program.at('u_width'), one.width)
    gl.uniform2f(program.at('u_cells'), one.patch.columns, one.patch.rows)
    gl.uniform1f(program.at('u_step'), Math.max(0, Math.min(grid.steps - 1, step())))
    gl.uniform1i(program.at('u_field'), 0)
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, one.texture)
  }

  return {
    id: SEA_LAYER,
    type: 'custom',
    onAdd(onMap, gl) {
      map = onMap
      field = createGlProgram(gl, FIELD_VERTEX, FIELD_FRAGMENT)
      arrows = createGlProgram(gl, ARROW_VERTEX, ARROW_FRAGMENT)
      array = gl.createVertexArray()
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
      gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
      patches = grid.patches.map((patch, index) => ({
        patch,
        texture: createField(gl, grid, patch, fieldOf(grid, values, index, kind)),
        width: isRoundWorld(grid, patch) ? patch.columns : patch.columns - 1,
      }))
      rampTexture = createRamp(gl, ramp)
    },
    render(gl) {
      const view = viewportOf(map)
      // The depth test stays on: MapLibre has drawn the opaque land before, and its depth keeps the sea off it.
      gl.bindVertexArray(array)
      for (const one of patches) {
        for (const west of visibleCopies(view, one, grid.step_deg)) {
          field.use()
          setUp(gl, field, view, one, west)
          gl.activeTexture(gl.TEXTURE1)
          gl.bindTexture(gl.TEXTURE_2D, rampTexture)
          gl.uniform1i(field.at('u_ramp'), 1)
          gl.drawArrays(gl.TRIANGLES, 0, 6 * (one.patch.rows - 1))

          const { first, apart, across, down } = latticeOf(view)
          arrows.use()
          setUp(gl, arrows, view, one, west)
          gl.uniform2f(arrows.at('u_first'), first.x, first.y)
          gl.uniform1f(arrows.at('u_apart'), apart)
          gl.uniform1i(arrows.at('u_across'), across)
          gl.uniform1f(arrows.at('u_ratio'), gl.drawingBufferWidth / view.width)
          for (const [name, hex] of [
            ['u_ink', ink],
            ['u_halo', halo],
          ] as const) {
            const [red, green, blue] = rgba(hex)
            gl.uniform3f(arrows.at(name), red, green, blue)
          }
          gl.drawArrays(gl.TRIANGLES, 0, VERTICES_PER_ARROW * across * down)
        }
      }
      gl.bindVertexArray(null)
      gl.activeTexture(gl.TEXTURE0)
    },
    onRemove(_map, gl) {
      field.delete()
      arrows.delete()
      gl.deleteVertexArray(array)
      gl.deleteTexture(rampTexture)
      for (const { texture } of patches) gl.deleteTexture(texture)
    },
  }
}

/** Western edges of the copies of a patch that the view shows, from its middle, in worlds. */
export function visibleCopies(
  view: Viewport,
  { patch, width }: Pick<DrawnPatch, 'patch' | 'width'>,
  stepDeg: number,
): number[] {
  const half = view.width / view.scale / 2
  const west = mercatorX(patch.west) - view.centreX
  const wide = (width * stepDeg) / 360
  const first = Math.ceil(-half - wide - west)
  const count = Math.max(0, Math.floor(half - west) - first + 1)
  return Array.from({ length: count }, (_, copy) => west + first + copy)
}

/** Lattice of the arrows in view: powers of two of the world apart, so that each zoom continues the one before. */
export function latticeOf(view: Viewport) {
  const apart = 2 ** Math.ceil(Math.log2(ARROWS_APART_PX / view.scale))
  const before = (centre: number, px: number) => Math.floor((centre - px / view.scale / 2) / apart)
  const [column, row] = [before(view.centreX, view.width), before(view.centreY, view.height)]
  return {
    first: { x: (column + 0.5) * apart - view.centreX, y: (row + 0.5) * apart - view.centreY },
    apart,
    across: Math.ceil(view.width / view.scale / apart) + 1,
    down: Math.ceil(view.height / view.scale / apart) + 1,
  }
}

function createField(
  gl: WebGL2RenderingContext,
  grid: SeaGrid,
  patch: SeaPatch,
  field: Float32Array,
): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D_ARRAY, texture)
  const size = [patch.columns, patch.rows, grid.steps] as const
  // Half floats are the most exact numbers that every graphics card interpolates.
  gl.texImage3D(gl.TEXTURE_2D_ARRAY, 0, gl.RGBA16F, ...size, 0, gl.RGBA, gl.FLOAT, field)
  const aside = isRoundWorld(grid, patch) ? gl.REPEAT : gl.CLAMP_TO_EDGE
  for (const [name, value] of [
    [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
    [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
    [gl.TEXTURE_WRAP_S, aside],
    [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
  ] as const)
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, name, value)
  return texture
}

function createRamp(gl: WebGL2RenderingContext, ramp: Ramp): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  const pixels = rampPixels(ramp, SEA_RAMP_WIDTH)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, SEA_RAMP_WIDTH, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR)
  for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
    gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE)
  return texture
}
