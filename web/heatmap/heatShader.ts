import { PLACE_GLSL } from '../map/glProgram.ts'

/** A spot has full strength within its radius and fades over the blur, half on either side of the radius. */
const RADIUS_PX = 20
const BLUR_PX = 15
/** Opacity of the coldest spot; the hottest spot still lets the map shine through. */
const LEAST_OPACITY = 0.1
const MOST_OPACITY = 0.85
export const RAMP_WIDTH = 256

const float = (value: number) => value.toFixed(4)

export const SPOT_VERTEX = `
layout(location = 0) in vec4 a_at;
layout(location = 1) in float a_intensity;
${PLACE_GLSL}
out vec2 v_px;
flat out float v_intensity;

void main() {
  float reach = ${float(RADIUS_PX + BLUR_PX)};
  v_px = vec2((gl_VertexID & 1) == 0 ? -reach : reach, (gl_VertexID >> 1) == 0 ? -reach : reach);
  v_intensity = a_intensity;
  gl_Position = toClip(place(a_at, vec2(0.0)) + v_px);
}
`
/** Sums of the mean, Σkv² and Σkv, and the opacity, of which the layer keeps the largest. */
export const SPOT_FRAGMENT = `
in vec2 v_px;
flat in float v_intensity;
out vec4 sums;

void main() {
  float k = 1.0 - smoothstep(${float(RADIUS_PX - BLUR_PX)}, ${float(RADIUS_PX + BLUR_PX)}, length(v_px));
  float v = v_intensity;
  sums = vec4(k * v * v, k * v, 0.0, k * mix(${float(LEAST_OPACITY)}, ${float(MOST_OPACITY)}, v));
}
`
export const COLOUR_VERTEX = `
out vec2 v_at;

void main() {
  v_at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(v_at * 2.0 - 1.0, 0.0, 1.0);
}
`
export const COLOUR_FRAGMENT = `
in vec2 v_at;
uniform sampler2D u_sums;
uniform sampler2D u_ramp;
out vec4 colour;

void main() {
  vec4 sums = texture(u_sums, v_at);
  if (sums.g <= 0.0) discard;
  float value = clamp(sums.r / sums.g, 0.0, 1.0);
  vec3 hue = texture(u_ramp, vec2(value * ${float(1 - 1 / RAMP_WIDTH)} + ${float(0.5 / RAMP_WIDTH)}, 0.5)).rgb;
  colour = vec4(hue * sums.a, sums.a);
}
`
