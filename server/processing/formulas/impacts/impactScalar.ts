import { lowPass } from './lowPass.ts'
import { hasGap, type MotionSegment } from './motionSegments.ts'
import { apply, gravityOf, type Matrix, type Mounting } from './mounting.ts'
import { slowMean } from './slowMean.ts'

/** Low-passed motion in g: acceleration without gravity, forward, starboard and up, and the length of the force. */
export interface Acceleration {
  xG: Float64Array
  yG: Float64Array
  zG: Float64Array
  forceG: Float64Array
}

/**
 * Low-passes the specific force and removes gravity: by the attitude if the sensor measures it, else by the
 * slow mean of the force. Then turns the result from the sensor's axes to the boat's.
 */
export function removeGravity(
  segment: MotionSegment,
  mounting: Mounting | null | undefined = null,
): Acceleration {
  return withoutGravity(
    segment,
    {
      xG: lowPass(segment.forceXG.slice(), segment.rateHz),
      yG: lowPass(segment.forceYG.slice(), segment.rateHz),
      zG: lowPass(segment.forceZG.slice(), segment.rateHz),
    },
    mounting,
  )
}

/** Removes gravity from a force that is already smooth. Works in place. */
export function withoutGravity(
  segment: Pick<MotionSegment, 'timeUs' | 'rateHz' | 'rollRad' | 'pitchRad'>,
  { xG, yG, zG }: Omit<Acceleration, 'forceG'>,
  mounting: Mounting | null,
): Acceleration {
  const forceG = new Float64Array(xG.length)
  for (let i = 0; i < forceG.length; i++) forceG[i] = length(at(xG, i), at(yG, i), at(zG, i))
  subtractGravity(segment, { xG, yG, zG }, mounting?.gravity ?? null)
  if (mounting) rotate(mounting.turn, { xG, yG, zG })
  return { xG, yG, zG, forceG }
}

/**
 * The impact scalar √(x² + y² + max(z, 0)²) in g. In free fall z is −1 g; the clip keeps that from being called an
 * impact each time a boat leaves the water.
 */
export function impactScalar({ xG, yG, zG }: Omit<Acceleration, 'forceG'>): Float64Array {
  const scalar = new Float64Array(xG.length)
  for (let i = 0; i < scalar.length; i++) scalar[i] = length(at(xG, i), at(yG, i), Math.max(at(zG, i), 0))
  return scalar
}

function subtractGravity(
  segment: Pick<MotionSegment, 'timeUs' | 'rateHz' | 'rollRad' | 'pitchRad'>,
  force: Omit<Acceleration, 'forceG'>,
  gravityTurn: Matrix | null,
) {
  const { xG, yG, zG } = force
  const unknown = hasGap(segment.rollRad) || hasGap(segment.pitchRad)
  const mean = unknown ? slowMean(segment, force) : null
  for (let i = 0; i < xG.length; i++) {
    const roll = at(segment.rollRad, i)
    const pitch = at(segment.pitchRad, i)
    const isUnknown = mean && (Number.isNaN(roll) || Number.isNaN(pitch))
    const reported = isUnknown ? mean(i) : gravityOf(roll, pitch)
    const gravity = gravityTurn && !isUnknown ? apply(gravityTurn, reported) : reported
    xG[i] = at(xG, i) - gravity[0]
    yG[i] = at(yG, i) - gravity[1]
    zG[i] = at(zG, i) - gravity[2]
  }
}

function rotate(turn: Matrix, { xG, yG, zG }: Omit<Acceleration, 'forceG'>) {
  for (let i = 0; i < xG.length; i++) {
    const [x, y, z] = apply(turn, [at(xG, i), at(yG, i), at(zG, i)])
    xG[i] = x
    yG[i] = y
    zG[i] = z
  }
}

const length = (x: number, y: number, z: number) => Math.sqrt(x * x + y * y + z * z)
const at = (values: Float64Array, i: number) => values[i] as number
