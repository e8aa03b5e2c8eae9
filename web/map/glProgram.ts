/** Compiled shader program with its uniforms by name. Throws the driver's message when it does not compile. */
export interface GlProgram {
  use(): void
  at(uniform: string): WebGLUniformLocation | null
  delete(): void
}

export function createGlProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): GlProgram {
  const program = gl.createProgram()
  const shaders = [compile(gl, gl.VERTEX_SHADER, vertex), compile(gl, gl.FRAGMENT_SHADER, fragment)]
  for (const shader of shaders) gl.attachShader(program, shader)
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(gl.getProgramInfoLog(program) ?? 'The shaders do not fit together.')
  }
  for (const shader of shaders) gl.deleteShader(shader)
  const places = new Map<string, WebGLUniformLocation | null>()
  return {
    use: () => gl.useProgram(program),
    at(uniform) {
      let place = places.get(uniform)
      if (place === undefined) {
        place = gl.getUniformLocation(program, uniform)
        places.set(uniform, place)
      }
      return place
    },
    delete: () => gl.deleteProgram(program),
  }
}

function compile(gl: WebGL2RenderingContext, type: GLenum, source: string): WebGLShader {
  const shader = gl.createShader(type)
  if (!shader) throw new Error('The graphics context is lost.')
  gl.shaderSource(shader, `#version 300 es\nprecision highp float;\nprecision highp int;\n${source}`)
  gl.compileShader(shader)
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
    throw new Error(gl.getShaderInfoLog(shader) ?? 'A shader does not compile.')
  }
  return shader
}

/** Vertex shader of one triangle that covers the whole canvas, drawn without any attribute. */
export const WHOLE_CANVAS = `
void main() {
  gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}
`

/**
 * GLSL that projects a point of the Mercator square onto the screen. 32-bit numbers are exact to only two metres, so
 * positions have a coarse and a fine part. The shader subtracts the middle of the view from each part before it adds
 * them.
 */
export const PLACE_GLSL = `
uniform vec4 u_centre; // coarse x y, fine x y
uniform float u_scale; // pixels round the world
uniform vec2 u_size; // of the map, CSS pixels
uniform float u_copy; // which copy of the world, 0 the nearest

vec2 place(vec4 at, vec2 off) {
  vec2 d = (at.xy - u_centre.xy) + (at.zw - u_centre.zw) + off;
  d.x += u_copy - floor(d.x + 0.5);
  return d * u_scale;
}
vec4 toClip(vec2 px) {
  return vec4(px * vec2(2.0, -2.0) / u_size, 0.0, 1.0);
}
`
