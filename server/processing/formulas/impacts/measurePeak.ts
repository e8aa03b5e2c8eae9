import { SECOND_US } from '#contract/domain/time.ts'

/** The levels between which rise time is measured, of IEEE 181. */
const LOW = 0.1
const HIGH = 0.9
const LONGEST_US = SECOND_US

/** Crossings are interpolated between samples; `onset` and `end` are the samples just outside a tenth of the peak. */
interface PeakShape {
  onset: number
  end: number
  onsetUs: number
  durationS: number
  riseS: number
  jerkGPerS: number
  coarse: boolean
}

/** Shape of the peak of `scalar` at sample `peak`, searched up to a second on both sides. */
export function measurePeak(timeUs: Float64Array, scalar: Float64Array, peak: number): PeakShape {
  const height = at(scalar, peak)
  const onset = outside(timeUs, scalar, peak, -1, LOW * height)
  const high = outside(timeUs, scalar, peak, -1, HIGH * height)
  const end = outside(timeUs, scalar, peak, 1, LOW * height)
  const onsetUs = crossing(timeUs, scalar, onset, onset + 1, LOW * height)
  const highUs = crossing(timeUs, scalar, high, high + 1, HIGH * height)
  const endUs = crossing(timeUs, scalar, end, end - 1, LOW * height)
  const riseS = (highUs - onsetUs) / 1e6
  return {
    onset,
    end,
    onsetUs,
    durationS: Math.min(endUs - onsetUs, LONGEST_US) / 1e6,
    riseS,
    jerkGPerS: riseS > 0 ? ((HIGH - LOW) * height) / riseS : 0,
    coarse: high - onset < 2,
  }
}

/** The first sample from the peak on that is below the level, else the last one within a second. */
function outside(
  timeUs: Float64Array,
  scalar: Float64Array,
  peak: number,
  step: 1 | -1,
  level: number,
): number {
  let i = peak + step
  const isLast = () => {
    const next = timeUs[i + step]
    return next === undefined || Math.abs(next - at(timeUs, peak)) > LONGEST_US
  }
  while (at(scalar, i) >= level && !isLast()) i += step
  return i
}

/** When the level is crossed between a sample below it and its neighbour above; the sample's own time if it is not. */
function crossing(timeUs: Float64Array, values: Float64Array, below: number, above: number, level: number) {
  const low = at(values, below)
  if (low >= level) return at(timeUs, below)
  const share = (level - low) / (at(values, above) - low)
  return at(timeUs, below) + share * (at(timeUs, above) - at(timeUs, below))
}

/** An accelerometer that reports less than this, for so long, is falling (example of ST's note on the LIS3DH). */
const FALLING_BELOW_G = 0.35
const SHORTEST_FALL_US = 40_000
const LONGEST_FALL_US = 3_000_000
const DROPOUT_US = 40_000
const LEAD_US = 200_000

/**
 * Time for which the low-passed force stayed below 0.35 g just before the hit with its onset at `onsetUs`. A
 * return of at most 40 ms does not end the fall.
 */
export function freeFallS(timeUs: Float64Array, forceG: Float64Array, peak: number, onsetUs: number): number {
  let last = peak
  while (last >= 0 && at(forceG, last) >= FALLING_BELOW_G) {
    if (at(timeUs, last) < onsetUs - LEAD_US) return 0
    last--
  }
  if (last < 0) return 0
  const endUs = last === peak ? at(timeUs, last) : crossing(timeUs, forceG, last, last + 1, FALLING_BELOW_G)
  if (endUs < onsetUs - LEAD_US) return 0
  let startUs = at(timeUs, last)
  for (let i = last; i >= 0 && endUs - at(timeUs, i) <= LONGEST_FALL_US + DROPOUT_US; i--) {
    if (at(forceG, i) < FALLING_BELOW_G) {
      const before = i > 0 && at(forceG, i - 1) >= FALLING_BELOW_G
      startUs = before ? crossing(timeUs, forceG, i, i - 1, FALLING_BELOW_G) : at(timeUs, i)
    } else if (startUs - at(timeUs, i) > DROPOUT_US) break
  }
  const fallUs = Math.min(endUs - startUs, LONGEST_FALL_US)
  return fallUs < SHORTEST_FALL_US ? 0 : fallUs / 1e6
}

const at = (values: Float64Array, i: number) => values[i] as number
