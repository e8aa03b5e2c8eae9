import { at, type Path, STRIDE, toPath } from './path.ts'
import { copied } from './vertexStack.ts'

/**
 * The part of a path with `low <= coordinate <= high` along x (axis 0) or y (axis 1). A ring stays one ring, with edges
 * along the border where it was cut (Sutherland and Hodgman, 1974); a line may fall into several pieces.
 * Vertices made by the cut are kept at every zoom.
 */
export function clipPath(path: Path, axis: 0 | 1, low: number, high: number): Path[] {
  const min = axis === 0 ? path.minX : path.minY
  const max = axis === 0 ? path.maxX : path.maxY
  if (min >= low && max <= high) return [path]
  if (max < low || min > high) return []

  const { vertices, closed } = path
  const segments: Path[] = []
  const endSegment = () => {
    const vertices = takeDrawn()
    if (vertices.length > STRIDE) segments.push(toPath(vertices, closed, path.area))
  }
  const last = vertices.length - STRIDE
  for (let i = 0; i < last; i += STRIDE) {
    const a = at(vertices, i + axis)
    const b = at(vertices, i + STRIDE + axis)
    if (a < low) {
      if (b >= low) cross(vertices, i, axis, low)
    } else if (a > high) {
      if (b <= high) cross(vertices, i, axis, high)
    } else draw(at(vertices, i), at(vertices, i + 1), at(vertices, i + 2))

    const leaves = (a >= low && b < low) || (a <= high && b > high)
    if (leaves) cross(vertices, i, axis, b < low ? low : high)
    if (leaves && !closed) endSegment()
  }
  const end = at(vertices, last + axis)
  if (end >= low && end <= high) draw(at(vertices, last), at(vertices, last + 1), at(vertices, last + 2))
  if (closed) closeDrawn()
  endSegment()
  return segments
}

/** One buffer for the piece being drawn, grown as needed and reused: pieces are cut millions of times. */
let drawn = new Float64Array(1 << 16)
let drawnLength = 0

function draw(x: number, y: number, importance: number): void {
  if (drawnLength + STRIDE > drawn.length) {
    const larger = new Float64Array(drawn.length * 2)
    larger.set(drawn)
    drawn = larger
  }
  drawn[drawnLength] = x
  drawn[drawnLength + 1] = y
  drawn[drawnLength + 2] = importance
  drawnLength += STRIDE
}

function cross(vertices: Float64Array, i: number, axis: 0 | 1, border: number): void {
  const ax = at(vertices, i)
  const ay = at(vertices, i + 1)
  const bx = at(vertices, i + STRIDE)
  const by = at(vertices, i + STRIDE + 1)
  if (axis === 0) draw(border, ay + ((by - ay) * (border - ax)) / (bx - ax), Infinity)
  else draw(ax + ((bx - ax) * (border - ay)) / (by - ay), border, Infinity)
}

function closeDrawn(): void {
  if (drawnLength === 0) return
  const closedAlready = drawn[0] === drawn[drawnLength - 3] && drawn[1] === drawn[drawnLength - 2]
  if (!closedAlready) draw(at(drawn, 0), at(drawn, 1), at(drawn, 2))
}

function takeDrawn(): Float64Array {
  const segment = copied(drawn.subarray(0, drawnLength))
  drawnLength = 0
  return segment
}
