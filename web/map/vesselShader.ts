import { PLACE_GLSL } from './glProgram.ts'
import { DOT_HALF_PX, HULL_HALF_PX, SHAPE_COUNT, SHAPE_PX } from './vesselShapes.ts'

/** Passes of one drawing of all vessels: the ring of the selected vessel, then speed, then hulls. */
export const PASS = { ring: 0, vector: 1, hull: 2 } as const

export const VESSEL_VERTEX = `
uniform highp sampler2D u_vessels; // four texels a vessel, whole vessels in a row
${PLACE_GLSL}
uniform float u_now;
uniform int u_pass;
uniform int u_selected;
out vec2 v_px;
out vec2 v_sheet;
flat out float v_shape;
flat out float v_length;
flat out float v_strength;

void main() {
  int vessel = gl_VertexID / 6;
  int texel = vessel * 4;
  int perRow = textureSize(u_vessels, 0).x;
  ivec2 first = ivec2(texel % perRow, texel / perRow);
  vec4 at = texelFetch(u_vessels, first, 0); // coarse x y, fine x y
  vec4 way = texelFetch(u_vessels, first + ivec2(1, 0), 0); // back to where it glides from x y, when it began, how long it takes
  vec4 state = texelFetch(u_vessels, first + ivec2(2, 0), 0); // course, what it turns from, speed in kn, shape
  float strength = texelFetch(u_vessels, first + ivec2(3, 0), 0).x;
  float left = way.w <= 0.0 ? 0.0 : clamp(1.0 - (u_now - way.z) / way.w, 0.0, 1.0);
  vec2 middle = place(at, way.xy * left);
  float course = radians(state.x + state.y * left);
  vec2 ahead = vec2(sin(course), -cos(course));
  vec2 abeam = vec2(cos(course), sin(course));
  int side = gl_VertexID - 6 * vessel; // of two triangles: 0 1 2, 2 1 3
  int quarter = side < 3 ? side : side == 3 ? 2 : side == 4 ? 1 : 3;
  vec2 corner = vec2(quarter & 1, quarter >> 1) * 2.0 - 1.0;
  v_shape = state.w;
  v_strength = strength;
  v_length = min(state.z, 40.0);
  vec2 off = vec2(0.0);
  bool shown = v_shape < 3.5;
  if (u_pass == ${PASS.ring}) {
    shown = vessel == u_selected;
    v_px = corner * 21.0;
    off = v_px;
  } else if (u_pass == ${PASS.vector}) {
    shown = v_shape < 0.5 && v_length > 1.0;
    v_px = vec2(corner.x * 2.5, (corner.y * 0.5 + 0.5) * (v_length + 5.0) - 2.5);
    off = abeam * v_px.x + ahead * (v_px.y + 12.0);
  } else {
    vec2 halfPx = v_shape < 0.5 ? vec2(${HULL_HALF_PX.width}, ${HULL_HALF_PX.length}) : vec2(float(${DOT_HALF_PX}));
    v_px = corner * halfPx;
    vec2 inSquare = v_px / ${SHAPE_PX}.0 + 0.5;
    v_sheet = vec2((v_shape + inSquare.x) / ${SHAPE_COUNT}.0, inSquare.y);
    off = v_shape < 0.5 ? abeam * v_px.x - ahead * v_px.y : v_px;
  }
  gl_Position = shown ? toClip(middle + off) : vec4(2.0, 2.0, 0.0, 1.0);
}
`

export const VESSEL_FRAGMENT = `
in vec2 v_px;
in vec2 v_sheet;
flat in float v_shape;
flat in float v_length;
flat in float v_strength;
uniform int u_pass;
uniform float u_ratio; // screen pixels in a CSS pixel
uniform sampler2D u_sheet;
uniform vec3 u_fill;
uniform vec3 u_edge;
uniform vec3 u_absentFill;
uniform vec3 u_absentEdge;
uniform vec3 u_accent;
out vec4 colour;

float inside(float distance) { return clamp(0.5 - distance * u_ratio, 0.0, 1.0); }

void main() {
  if (u_pass == ${PASS.ring}) {
    float d = length(v_px);
    float alpha = max(inside(abs(d - 19.0) - 0.75), 0.14 * inside(d - 19.0));
    colour = vec4(u_accent * alpha, alpha);
  } else if (u_pass == ${PASS.vector}) {
    float d = length(v_px - vec2(0.0, clamp(v_px.y, 0.0, v_length))) - 0.8;
    float alpha = inside(d) * v_strength;
    colour = vec4(u_fill * alpha, alpha);
  } else {
    vec4 sheet = texture(u_sheet, v_sheet);
    bool absent = v_shape > 1.5;
    colour = vec4((absent ? u_absentFill : u_fill) * sheet.r + (absent ? u_absentEdge : u_edge) * sheet.g, sheet.a) * v_strength;
  }
}
`
