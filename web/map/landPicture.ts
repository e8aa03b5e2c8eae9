import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl'
import { rgba } from '#contract/text/hexColour.ts'
import { createGlProgram, type GlProgram } from './glProgram.ts'

/**
 * Colours of water in the built-in picture: the open sea, the band along a shore and narrow waters, and the shore
 * itself.
 */
export const PICTURE_SEA = { deep: '#123A5C', shore: '#275F7E', coast: '#CFE3EA' } as const

/**
 * Colours by which the style marks land, water and what may be either over the picture. They are slightly transparent, because MapLibre
 * draws opaque layers first.
 */
export const LAND_SHAPE = { land: '#FFFFFF', half: '#808080', water: '#000000', opacity: 0.999 } as const

/**
 * Marker layers of the style: the steps of this file run between the picture and the land shape, and after the land
 * shape.
 */
export const PICTURE_FLOORS = { shape: 'floor-picture-shape', sea: 'floor-picture-sea' } as const

/** Half the number of samples of the land shape for one pixel of the band along a shore, in each direction. */
const BAND_TAPS = 6
/** Factor by which the blurred band has fewer pixels than the canvas in each direction. */
const BAND_SHARE = 4

/**
 * Shows a picture on land only, cut by the coast of vector maps. It sets the drawn picture aside, draws the land
 * shape, and combines both into land amid a calm sea. The sea is lighter near land. The lighter band comes from the
 * visible shape, so it continues across tiles and sources.
 */
export function addLandPicture(map: MapLibreMap): () => void {
  if (!map.getLayer(PICTURE_FLOORS.sea)) return () => {}
  let picture: WebGLTexture
  const layers: [CustomLayerInterface, before: string][] = [
    [
      {
        ...{ id: 'picture-aside', type: 'custom' },
        onAdd(_map, gl) {
          picture = createTexture(gl, gl.NEAREST)
        },
        render: (gl) => copyCanvas(gl, picture),
        onRemove: (_map, gl) => gl.deleteTexture(picture),
      },
      PICTURE_FLOORS.shape,
    ],
    [landInSea(map, () => picture), PICTURE_FLOORS.sea],
  ]
  for (const [layer, before] of layers) map.addLayer(layer, before)
  return () => {
    for (const [{ id }] of layers) map.removeLayer(id)
  }
}

function landInSea(map: MapLibreMap, picture: () => WebGLTexture): CustomLayerInterface {
  let blur: GlProgram
  let paint: GlProgram
  let array: WebGLVertexArrayObject
  let frame: WebGLFramebuffer
  let shape: WebGLTexture
  let small: WebGLTexture
  let across: WebGLTexture
  /** Size of `small` and `across`. */
  let size = { width: 0, height: 0 }

  function resize(gl: WebGL2RenderingContext) {
    const width = Math.ceil(gl.drawingBufferWidth / BAND_SHARE)
    const height = Math.ceil(gl.drawingBufferHeight / BAND_SHARE)
    if (width === size.width && height === size.height) return
    size = { width, height }
    for (const texture of [small, across]) {
      gl.bindTexture(gl.TEXTURE_2D, texture)
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null)
    }
  }
  function into(gl: WebGL2RenderingContext, texture: WebGLTexture) {
    gl.framebufferTexture2D(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  }
  function blurred(gl: WebGL2RenderingContext, from: WebGLTexture, to: WebGLTexture, x: number, y: number) {
    gl.bindTexture(gl.TEXTURE_2D, from)
    into(gl, to)
    gl.uniform2f(blur.at('u_step'), x, y)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }

  return {
    id: 'picture-land-in-sea',
    type: 'custom',
    onAdd(_map, gl) {
      blur = createGlProgram(gl, VERTEX, BLUR)
      paint = createGlProgram(gl, VERTEX, PAINT)
      array = gl.createVertexArray()
      frame = gl.createFramebuffer()
      shape = createTexture(gl, gl.LINEAR)
      small = createTexture(gl, gl.LINEAR)
      across = createTexture(gl, gl.LINEAR)
      size = { width: 0, height: 0 }
    },
    render(gl) {
      const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight]
      const ratio = map.getPixelRatio()
      const zoom = map.getZoom()
      for (const test of [gl.BLEND, gl.SCISSOR_TEST, gl.STENCIL_TEST, gl.DEPTH_TEST]) gl.disable(test)
      gl.bindVertexArray(array)
      copyCanvas(gl, shape)

      resize(gl)
      gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, frame)
      into(gl, small)
      const all = [0, 0, size.width, size.height] as const
      gl.blitFramebuffer(0, 0, width, height, ...all, gl.COLOR_BUFFER_BIT, gl.LINEAR)
      blur.use()
      gl.uniform1i(blur.at('u_shape'), 0)
      gl.viewport(...all)
      const stepPx = (bandPx(zoom) * ratio) / BAND_TAPS
      blurred(gl, small, across, stepPx / width, 0)
      blurred(gl, across, small, 0, stepPx / height)
      gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null)
      gl.viewport(0, 0, width, height)

      paint.use()
      const textures = { u_picture: picture(), u_shape: shape, u_band: small }
      for (const [unit, [name, texture]] of Object.entries(textures).entries()) {
        gl.activeTexture(gl.TEXTURE0 + unit)
        gl.bindTexture(gl.TEXTURE_2D, texture)
        gl.uniform1i(paint.at(name), unit)
      }
      for (const [name, hex] of Object.entries(PICTURE_SEA)) gl.uniform4fv(paint.at(`u_${name}`), rgba(hex))
      const coastPx = Math.min(1, 0.3 + 0.1 * (zoom - 2)) * ratio
      gl.uniform2f(paint.at('u_coastWidth'), coastPx / width, coastPx / height)
      gl.uniform1f(paint.at('u_coastOpacity'), Math.min(0.8, 0.2 + 0.07 * (zoom - 2)))
      gl.drawArrays(gl.TRIANGLES, 0, 3)
      gl.bindVertexArray(null)
    },
    onRemove(_map, gl) {
      blur.delete()
      paint.delete()
      gl.deleteVertexArray(array)
      gl.deleteFramebuffer(frame)
      for (const texture of [shape, small, across]) gl.deleteTexture(texture)
    },
  }
}

/** Width of the lighter band along a shore, CSS pixels: thin at low zooms, and limited at high zooms. */
const bandPx = (zoom: number) => Math.min(32, 1.5 * 2 ** (0.75 * (zoom - 3)))

function createTexture(gl: WebGL2RenderingContext, smaller: GLint): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, smaller)
  for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
    gl.texParameteri(gl.TEXTURE_2D, axis, gl.CLAMP_TO_EDGE)
  return texture
}

function copyCanvas(gl: WebGL2RenderingContext, into: WebGLTexture) {
  gl.activeTexture(gl.TEXTURE0)
  gl.bindTexture(gl.TEXTURE_2D, into)
  gl.copyTexImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, 0)
}

/** One triangle that covers the whole canvas. */
const VERTEX = `
out vec2 v_at;
void main() {
  v_at = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
  gl_Position = vec4(v_at * 2.0 - 1.0, 0.0, 1.0);
}
`
/** Blurs along one axis; pixels beyond the edge repeat the edge. */
const BLUR = `
uniform sampler2D u_shape;
uniform vec2 u_step;
in vec2 v_at;
out vec4 colour;
void main() {
  float sum = 0.0;
  float weights = 0.0;
  for (int i = -${BAND_TAPS}; i <= ${BAND_TAPS}; i++) {
    float sigmas = 2.2 * float(i) / float(${BAND_TAPS});
    float weight = exp(-0.5 * sigmas * sigmas);
    sum += weight * textureLod(u_shape, v_at + float(i) * u_step, 0.0).r;
    weights += weight;
  }
  colour = vec4(vec3(sum / weights), 1.0);
}
`
/**
 * A straight shore is half land, so half is the lightest value of the band. The coast line lies on the water and is
 * searched only near land, which saves a software renderer most of its work.
 */
const PAINT = `
uniform sampler2D u_picture;
uniform sampler2D u_shape;
uniform sampler2D u_band;
uniform vec4 u_deep;
uniform vec4 u_shore;
uniform vec4 u_coast;
uniform vec2 u_coastWidth;
uniform float u_coastOpacity;
in vec2 v_at;
out vec4 colour;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float land = texelFetch(u_shape, at, 0).r;
  float near = land < 0.99 ? textureLod(u_band, v_at, 0.0).r : 1.0;
  vec4 sea = mix(u_deep, u_shore, min(1.0, 2.0 * near));
  if (land < 0.99 && near + land > 0.0) {
    float coast = 0.0;
    for (int i = 0; i < 4; i++) {
      vec2 aside = i < 2 ? vec2(2 * i - 1, 0) : vec2(0, 2 * i - 5);
      coast = max(coast, textureLod(u_shape, v_at + aside * u_coastWidth, 0.0).r - land);
    }
    sea = mix(sea, u_coast, coast * u_coastOpacity);
  }
  colour = vec4((land > 0.0 ? mix(sea, texelFetch(u_picture, at, 0), land) : sea).rgb, 1.0);
}
`
