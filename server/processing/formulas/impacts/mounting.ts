import type { Direction } from '#contract/wire/sensorMounting.ts'
import type { SensorMountingFacts } from '#server/records/sensorMountings.ts'

export type Vector = readonly [x: number, y: number, z: number]
/** Rows of a rotation. Components are forward, to starboard and up throughout. */
export type Matrix = readonly [Vector, Vector, Vector]

/** How a sensor is built in. */
export interface Mounting {
  /** From the sensor's axes to the boat's. */
  turn: Matrix
  /** Turn from gravity in the sensor's reported attitude to gravity in its axes; null when both are equal. */
  gravity: Matrix | null
}

const DIRECTIONS: Record<Direction, Vector> = {
  forward: [1, 0, 0],
  aft: [-1, 0, 0],
  starboard: [0, 1, 0],
  port: [0, -1, 0],
  up: [0, 0, 1],
  down: [0, 0, -1],
}
const UP = DIRECTIONS.up

/** Mounting of a sensor, from its axes and, where a user levelled it, from its measurement at rest. */
export function mountingOf({
  xAxis,
  zAxis,
  levelling,
}: Pick<SensorMountingFacts, 'xAxis' | 'zAxis' | 'levelling'>): Mounting {
  const axes = axesTurn(xAxis, zAxis)
  if (!levelling) return { turn: axes, gravity: null }
  const { forceG, attitude } = levelling
  const rest = unit(forceG)
  const turn = product(shortestTurn(apply(axes, rest), UP), axes)
  if (!attitude) return { turn, gravity: null }
  // The attitude belongs to the sensor itself, or to the boat if it was set to zero at mounting.
  const reported = gravityOf(attitude.rollRad, attitude.pitchRad)
  const ofBoat = apply(transposed(axes), reported)
  const isOwn = dot(reported, rest) >= dot(ofBoat, rest)
  const left = shortestTurn(isOwn ? reported : ofBoat, rest)
  return { turn, gravity: isOwn ? left : product(left, transposed(axes)) }
}

/** Turn from the axes of the sensor's reported attitude to the boat's axes. */
export const attitudeTurn = ({ turn, gravity }: Mounting): Matrix => (gravity ? product(turn, gravity) : turn)

/** Lean of a sensor beyond its entered axes, from the force it measured at rest. */
export function leanOf(xAxis: Direction, zAxis: Direction, forceG: Vector) {
  const [x, y, z] = apply(axesTurn(xAxis, zAxis), unit(forceG))
  return { rollRad: Math.atan2(-y, z), pitchRad: Math.asin(Math.max(-1, Math.min(1, x))), upG: z }
}

/** Acceleration measured at rest, in g, for a roll to starboard and a pitch with the bow up. */
export const gravityOf = (rollRad: number, pitchRad: number): Vector => [
  Math.sin(pitchRad),
  -Math.cos(pitchRad) * Math.sin(rollRad),
  Math.cos(pitchRad) * Math.cos(rollRad),
]

export const apply = ([a, b, c]: Matrix, v: Vector): Vector => [dot(a, v), dot(b, v), dot(c, v)]

/** x and z point there, and y where it does on a sensor that is built in straight. */
function axesTurn(xAxis: Direction, zAxis: Direction): Matrix {
  const [x, z] = [DIRECTIONS[xAxis], DIRECTIONS[zAxis]]
  return transposed([x, cross(z, x), z])
}

/** The shortest turn that takes one direction to another, which is not its opposite. */
function shortestTurn(from: Vector, to: Vector): Matrix {
  const [x, y, z] = cross(from, to)
  const share = 1 / (1 + dot(from, to))
  return [
    [1 - share * (y * y + z * z), share * x * y - z, share * x * z + y],
    [share * x * y + z, 1 - share * (x * x + z * z), share * y * z - x],
    [share * x * z - y, share * y * z + x, 1 - share * (x * x + y * y)],
  ]
}

const transposed = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
]
function product(a: Matrix, b: Matrix): Matrix {
  const columns = transposed(b)
  return [apply(columns, a[0]), apply(columns, a[1]), apply(columns, a[2])]
}
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unit = (v: Vector): Vector => {
  const length = Math.hypot(...v)
  return [v[0] / length, v[1] / length, v[2] / length]
}
