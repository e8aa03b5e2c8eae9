import { MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import { knToMps } from '#contract/domain/units.ts'
import { haversineM } from '#contract/geodesy/geo.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import { DERIVE_GAP_US, MOVING_ABOVE_MPS } from '../parameters.ts'
import type { AcceptedFix } from './acceptFixes.ts'
import type { DerivedMovement } from './deriveSog.ts'
import type { Stages } from './stages.ts'

/** A value that stays constant for this long may be stuck. */
export const STUCK_US = MINUTE_US
/** Receivers that round to a tenth of a knot report less than this at rest. */
const ZERO_MPS = knToMps(0.1)
/** SOG and positions that differ by more contradict each other. */
const APART_MPS = knToMps(2)
const APART_SHARE = 0.25
/** Chords between the positions of this time and of the next show the speed between them. */
const CHORD_US = 30 * SECOND_US
/** A chord that shows another speed makes the SOG of this time before and after it doubtful. */
const AROUND_US = MINUTE_US
/** A position repeated while SOG makes this much way within this time is frozen. */
const FROZEN_M = 100
export const FROZEN_US = 4 * MINUTE_US
/** Unit of speed for sums of way: integers give equal sums from any start. */
const WAY_MPS = 0.001

/** True when a reported speed is not the speed that positions show. */
export const disagrees = (reportedMps: number, derivedMps: number) =>
  Math.abs(derivedMps - reportedMps) > APART_MPS + APART_SHARE * reportedMps

/** Rounds reported speeds near zero to 0, so that they count as equal. */
export const roundedSog = (mps: number) => (mps <= ZERO_MPS ? 0 : mps)

/**
 * Marks SOG that stays constant for a minute or more while the positions show another speed. A boat at a
 * steady speed has positions that agree. `derive` computes the speeds of the fixes and runs only when needed.
 */
export function* stuckSog(
  { timeUs, sogMps }: Movement,
  fixes: readonly AcceptedFix[],
  derive: () => Stages<DerivedMovement>,
): Stages<Uint8Array> {
  const stuck = new Uint8Array(timeUs.length)
  let from = 0
  for (const { first, last, value } of steadyRuns(timeUs, sogMps)) {
    const [fromUs, toUs] = [timeUs[first] as number, timeUs[last] as number]
    while (from < fixes.length && (fixes[from]?.timeUs ?? 0) < fromUs) from++
    let near = Math.max(0, from - 1)
    let row = first
    for (const chord of disagreeingChords(fixes, from, toUs, value)) {
      const { sogMps: derived } = yield* derive()
      for (; row <= last && (timeUs[row] as number) <= chord.toUs; row++) {
        const us = timeUs[row] as number
        if (us < chord.fromUs) continue
        const distanceUs = (j: number) => Math.abs((fixes[j]?.timeUs ?? Number.POSITIVE_INFINITY) - us)
        while (distanceUs(near + 1) <= distanceUs(near)) near++
        if (distanceUs(near) <= DERIVE_GAP_US && disagrees(value, derived[near] as number)) stuck[row] = 1
      }
    }
  }
  return stuck
}

/** Runs of one constant SOG that last for a minute or more. */
function steadyRuns(timeUs: Float64Array, sogMps: Float64Array) {
  const runs: { first: number; last: number; value: number }[] = []
  let [first, last] = [-1, -1]
  const close = () => {
    if (first >= 0 && (timeUs[last] as number) - (timeUs[first] as number) >= STUCK_US)
      runs.push({ first, last, value: roundedSog(sogMps[first] as number) })
  }
  for (let i = 0; i < timeUs.length; i++) {
    const sog = sogMps[i] as number
    if (Number.isNaN(sog)) continue
    const isSame =
      first >= 0 &&
      roundedSog(sog) === roundedSog(sogMps[first] as number) &&
      (timeUs[i] as number) - (timeUs[last] as number) <= DERIVE_GAP_US
    if (!isSame) {
      close()
      first = i
    }
    last = i
  }
  close()
  return runs
}

/**
 * Chords from one half minute to the next that show another speed, with a minute on both sides. Most boats at
 * their berth have none. Chords begin at the half minutes of the clock, so a part of the movement has the
 * chords of the whole.
 */
function disagreeingChords(fixes: readonly AcceptedFix[], from: number, toUs: number, mps: number) {
  const chords: { fromUs: number; toUs: number }[] = []
  const halfMinute = ({ timeUs }: AcceptedFix) => Math.floor(timeUs / CHORD_US)
  let a = fixes[from]
  for (let i = from + 1; a && i < fixes.length; i++) {
    const b = fixes[i] as AcceptedFix
    if (b.timeUs > toUs) break
    if (b.jump) a = b
    if (halfMinute(b) === halfMinute(a)) continue
    const spanUs = b.timeUs - a.timeUs
    const chordM = haversineM(a.latitudeDeg, a.longitudeDeg, b.latitudeDeg, b.longitudeDeg)
    if (spanUs >= CHORD_US / 2 && disagrees(mps, (chordM * 1e6) / spanUs))
      chords.push({ fromUs: a.timeUs - AROUND_US, toUs: b.timeUs + AROUND_US })
    a = b
  }
  return chords
}

/** Only the position is repeated: SOG changes, and way is computed from SOG. */
export const POSITION_FROZEN = 1
/** Position and SOG are both repeated: the state of the boat is unknown. */
export const WHOLLY_FROZEN = 2

/**
 * Marks positions repeated to the last digit while SOG makes a hundred metres of way within four minutes.
 * Each mark depends on these minutes alone, so a part of the movement has the marks of the whole.
 */
export function frozenFixes({ timeUs, latitudeDeg, longitudeDeg, valid, sogMps }: Movement): Uint8Array {
  const frozen = new Uint8Array(timeUs.length)
  const us = (row: number) => timeUs[row] as number
  /** Way up to each row since the first row, and the last row before it with another SOG. */
  const wayUnits = new Float64Array(timeUs.length)
  const changedAt = new Int32Array(timeUs.length)
  let run = -1
  let from = -1
  let sogRow = -1
  for (let row = 0; row < timeUs.length; row++) {
    const own = sogMps[row] as number
    wayUnits[row] = wayUnits[row - 1] ?? 0
    changedAt[row] = changedAt[row - 1] ?? -1
    const isFix = !Number.isNaN(latitudeDeg[row])
    if (isFix && valid[row] !== 1) continue
    if (!Number.isNaN(own)) {
      const last = sogMps[sogRow] ?? Number.NaN
      if (last > MOVING_ABOVE_MPS && us(row) - us(sogRow) <= FROZEN_US)
        wayUnits[row] = (wayUnits[row] as number) + Math.round(last / WAY_MPS) * (us(row) - us(sogRow))
      if (own !== last) changedAt[row] = sogRow
      sogRow = row
    }
    if (!isFix) continue
    if (run < 0 || latitudeDeg[row] !== latitudeDeg[run] || longitudeDeg[row] !== longitudeDeg[run])
      run = from = row
    while (us(row) - us(from) > FROZEN_US) from++
    const way = (wayUnits[row] as number) - (wayUnits[from] as number)
    if (us(row) - us(from) < STUCK_US || way * WAY_MPS < FROZEN_M * 1e6) continue
    const kind = (changedAt[row] as number) < from ? WHOLLY_FROZEN : POSITION_FROZEN
    for (let i = row; i > from && frozen[i] !== POSITION_FROZEN && frozen[i] !== kind; i--) frozen[i] = kind
  }
  return frozen
}
