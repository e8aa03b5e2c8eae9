/** Opacity of the colours: coast, depth and names stay legible below. */
const OPACITY = 0.55
/** Half the width of the square in which an arrow is drawn, CSS pixels. */
const ARROW_HALF_PX = 17
export const VERTICES_PER_ARROW = 6
export const SEA_RAMP_WIDTH = 256

const float = (value: number) => value.toFixed(4)

/** Values of the patch at a place of its lattice, between two steps. */
const SAMPLE = `
uniform highp sampler2DArray u_field;
uniform vec2 u_cells; // columns and rows of points
uniform float u_step;

vec4 seaAt(vec2 cell) {
  vec2 at = (cell + 0.5) / u_cells;
  float before = floor(u_step);
  vec4 a = textureLod(u_field, vec3(at, before), 0.0);
  vec4 b = textureLod(u_field, vec3(at, before + 1.0), 0.0);
  float share = u_step - before;
  vec4 sum = share > 0.0 ? mix(a, b, share) : a;
  return sum.w > 0.0 ? vec4(sum.xyz / sum.w, sum.w) : vec4(0.0);
}
`

const PLACE = `
uniform vec2 u_size; // of the map, CSS pixels
uniform float u_scale; // pixels round the world
uniform float u_west; // of the patch, from the middle of the view, in worlds
uniform float u_south; // latitude of the patch, degrees
uniform float u_stepDeg;
uniform float u_centreY;

vec4 toClip(vec2 px) { return vec4(px * vec2(2.0, -2.0) / u_size, 0.0, 1.0); }
`

/** A strip of two triangles for each row of cells. Between two rows latitude is nearly linear on the map. */
export const FIELD_VERTEX = `
${PLACE}
uniform float u_width; // cells
out vec2 v_cell;

void main() {
  int row = gl_VertexID / 6;
  int side = gl_VertexID - 6 * row;
  int corner = side < 3 ? side : side == 3 ? 2 : side == 4 ? 1 : 3;
  v_cell = vec2(float(corner & 1) * u_width, float(row + (corner >> 1)));
  float latitude = radians(u_south + v_cell.y * u_stepDeg);
  float y = 0.5 - log(tan(0.785398163 + latitude / 2.0)) / 6.283185307;
  vec2 place = vec2(u_west + v_cell.x * u_stepDeg / 360.0, y - u_centreY);
  gl_Position = toClip(place * u_scale);
}
`
export const FIELD_FRAGMENT = `
in vec2 v_cell;
${SAMPLE}
uniform sampler2D u_ramp;
out vec4 colour;

void main() {
  vec4 sea = seaAt(v_cell);
  // The edge of a gap lies half-way between its points.
  if (sea.w < 0.5) discard;
  float at = clamp(sea.z, 0.0, 1.0) * ${float(1 - 1 / SEA_RAMP_WIDTH)} + ${float(0.5 / SEA_RAMP_WIDTH)};
  colour = vec4(texture(u_ramp, vec2(at, 0.5)).rgb * ${float(OPACITY)}, ${float(OPACITY)});
}
`
/** Arrows stand on a lattice of the world, so that they stay in place while the map is dragged. */
export const ARROW_VERTEX = `
${PLACE}
${SAMPLE}
uniform vec2 u_first; // first arrow, from the middle of the view, in worlds
uniform float u_apart; // worlds
uniform int u_across;
uniform float u_width;
out vec2 v_px;
flat out float v_length;

void main() {
  int arrow = gl_VertexID / ${VERTICES_PER_ARROW};
  int side = gl_VertexID - ${VERTICES_PER_ARROW} * arrow;
  int corner = side < 3 ? side : side == 3 ? 2 : side == 4 ? 1 : 3;
  vec2 place = u_first + vec2(arrow % u_across, arrow / u_across) * u_apart;
  float y = u_centreY + place.y;
  float latitude = degrees(atan(sinh(3.14159265 * (1.0 - 2.0 * y))));
  vec2 cell = vec2((place.x - u_west) * 360.0, latitude - u_south) / u_stepDeg;
  vec4 sea = seaAt(cell);
  bool shown = all(greaterThanEqual(cell, vec2(0.0))) && cell.x <= u_width && cell.y <= u_cells.y - 1.0
    && sea.w >= 0.5 && length(sea.xy) > 0.1;
  vec2 ahead = normalize(vec2(sea.x, -sea.y) + vec2(0.0, 1e-6));
  v_length = mix(10.0, 28.0, clamp(sea.z, 0.0, 1.0));
  v_px = (vec2(corner & 1, corner >> 1) * 2.0 - 1.0) * ${float(ARROW_HALF_PX)};
  vec2 off = ahead * v_px.x + vec2(-ahead.y, ahead.x) * v_px.y;
  gl_Position = shown ? toClip(place * u_scale + off) : vec4(2.0, 2.0, 0.0, 1.0);
}
`
export const ARROW_FRAGMENT = `
in vec2 v_px;
flat in float v_length;
uniform float u_ratio; // screen pixels in a CSS pixel
uniform vec3 u_ink;
uniform vec3 u_halo;
out vec4 colour;

float toSegment(vec2 from, vec2 to) {
  vec2 way = to - from;
  return length(v_px - from - way * clamp(dot(v_px - from, way) / dot(way, way), 0.0, 1.0));
}

void main() {
  vec2 tip = vec2(v_length / 2.0, 0.0);
  float line = min(toSegment(-tip, tip), min(toSegment(tip, tip + vec2(-5.0, 4.0)), toSegment(tip, tip + vec2(-5.0, -4.0))));
  float ink = clamp((0.8 - line) * u_ratio + 0.5, 0.0, 1.0);
  float halo = 0.6 * clamp((1.9 - line) * u_ratio + 0.5, 0.0, 1.0);
  float alpha = ink + halo * (1.0 - ink);
  colour = vec4(u_ink * ink + u_halo * halo * (1.0 - ink), alpha);
}
`
