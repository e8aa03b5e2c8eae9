import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl'
import { rgba } from '#contract/text/hexColour.ts'
import { type Ramp, rampPixels } from './colourRamp.ts'
import { createGlProgram, type GlProgram, PLACE_GLSL } from './glProgram.ts'
import { forEachCopy, setPlaceUniforms } from './placeUniforms.ts'
import { FLOATS_PER_SEGMENT } from './track.ts'
import { type Viewport, viewportOf } from './viewport.ts'

interface Deps {
  /** Read at each drawing; only a new array is uploaded. */
  segments: () => Float32Array
  ramp: Ramp
  casing: string
  unknown: string
}

const RAMP_WIDTH = 256
const STRIDE = FLOATS_PER_SEGMENT * Float32Array.BYTES_PER_ELEMENT
const CASING_PX = 0.75

/** Line coloured by a value along it, over a casing that makes it readable on any background. */
export function createTrackLayer({ segments, ramp, casing, unknown }: Deps): CustomLayerInterface {
  let map: MapLibreMap
  let program: GlProgram
  let array: WebGLVertexArrayObject
  let buffer: WebGLBuffer
  let texture: WebGLTexture
  let uploaded: Float32Array | null = null
  return {
    id: 'track',
    type: 'custom',
    onAdd(onMap, gl) {
      map = onMap
      program = createGlProgram(gl, VERTEX, FRAGMENT)
      buffer = gl.createBuffer()
      array = gl.createVertexArray()
      gl.bindVertexArray(array)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      for (const [place, size, offset] of [
        [0, 4, 0],
        [1, 4, 16],
        [2, 2, 32],
      ] as const) {
        gl.enableVertexAttribArray(place)
        gl.vertexAttribPointer(place, size, gl.FLOAT, false, STRIDE, offset)
        gl.vertexAttribDivisor(place, 1)
      }
      gl.bindVertexArray(null)
      texture = createRampTexture(gl, ramp)
    },
    render(gl) {
      const data = segments()
      const count = data.length / FLOATS_PER_SEGMENT
      if (count === 0) return
      const view = viewportOf(map)
      const width = widthPx(view)
      program.use()
      setPlaceUniforms(gl, program, view)
      gl.uniform1f(program.at('u_ratio'), gl.drawingBufferWidth / view.width)
      gl.uniform4f(program.at('u_unknown'), ...rgba(unknown))
      gl.activeTexture(gl.TEXTURE0)
      gl.bindTexture(gl.TEXTURE_2D, texture)
      gl.uniform1i(program.at('u_ramp'), 0)
      gl.bindVertexArray(array)
      if (uploaded !== data) {
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW)
        uploaded = data
      }
      forEachCopy(gl, program, view, () => {
        gl.uniform1f(program.at('u_half'), width / 2 + CASING_PX)
        gl.uniform4f(program.at('u_casing'), ...rgba(casing))
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count)
        gl.uniform1f(program.at('u_half'), width / 2)
        gl.uniform4f(program.at('u_casing'), 0, 0, 0, 0)
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count)
      })
      gl.bindVertexArray(null)
    },
    onRemove(_map, gl) {
      program.delete()
      gl.deleteBuffer(buffer)
      gl.deleteVertexArray(array)
      gl.deleteTexture(texture)
    },
  }
}

/** Thinner at low zooms, where a track is short. */
const widthPx = ({ zoom }: Viewport) => (zoom < 8 ? 2.5 : zoom < 11 ? 3 + (zoom - 8) / 3 : 4)

function createRampTexture(gl: WebGL2RenderingContext, ramp: Ramp): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  const pixels = rampPixels(ramp, RAMP_WIDTH)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, RAMP_WIDTH, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return texture
}

/** Draws each segment as a capsule, so that neighbours join smoothly at any angle. */
const VERTEX = `
layout(location = 0) in vec4 a_from;
layout(location = 1) in vec4 a_to;
layout(location = 2) in vec2 a_share;
${PLACE_GLSL}
uniform float u_half;
out vec2 v_px;
flat out float v_length;
flat out vec2 v_share;

void main() {
  vec2 from = place(a_from, vec2(0.0));
  vec2 way = ((a_to.xy - a_from.xy) + (a_to.zw - a_from.zw)) * u_scale;
  float whole = length(way);
  vec2 along = whole > 0.0 ? way / whole : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float reach = u_half + 1.0;
  v_px = vec2(
    (gl_VertexID & 1) == 0 ? -reach : whole + reach,
    (gl_VertexID >> 1) == 0 ? -reach : reach
  );
  v_length = whole;
  v_share = a_share;
  gl_Position = toClip(from + along * v_px.x + across * v_px.y);
}
`
const FRAGMENT = `
in vec2 v_px;
flat in float v_length;
flat in vec2 v_share;
uniform float u_half;
uniform float u_ratio;
uniform vec4 u_casing;
uniform vec4 u_unknown;
uniform sampler2D u_ramp;
out vec4 colour;

void main() {
  float along = clamp(v_px.x, 0.0, v_length);
  float alpha = clamp(0.5 - (length(v_px - vec2(along, 0.0)) - u_half) * u_ratio, 0.0, 1.0);
  float part = v_length > 0.0 ? along / v_length : 0.0;
  // Segments shorter than the line's width show their maximum: a second colour would be no more than the edge of a dot.
  float share = v_length < 2.0 * u_half ? max(v_share.x, v_share.y) : mix(v_share.x, v_share.y, part);
  vec4 core = v_share.x < 0.0 ? u_unknown : texture(u_ramp, vec2(share * ${1 - 1 / RAMP_WIDTH} + ${0.5 / RAMP_WIDTH}, 0.5));
  vec3 own = u_casing.a > 0.0 ? u_casing.rgb : core.rgb;
  colour = vec4(own * alpha, alpha);
}
`
