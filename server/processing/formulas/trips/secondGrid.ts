import { onGrid } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import { FALLBACK_TOP_SPEED_MPS, GLITCH_FACTOR, HOLD_US, TOO_FAST_FACTOR } from '../parameters.ts'
import { type AcceptedFix, isPlausible, newOutlierFilter, passOutlierFilter } from './acceptFixes.ts'
import { type DerivedMovement, deriveMovement, hasSogAround } from './deriveSog.ts'
import { lonelyRows } from './lonelyRows.ts'
import type { Stages } from './stages.ts'
import { frozenFixes, POSITION_FROZEN, stuckSog, WHOLLY_FROZEN } from './stuckReceiver.ts'

/** Movement on a grid of one second: row i holds the values of second `timeUs[i]`. NaN where unknown. */
export interface SecondGrid {
  timeUs: Float64Array
  /** Mean of the SOG samples of the second, rounded to the stored step; or the SOG derived from fixes. */
  sogMps: Float64Array
  /** 1 where no SOG that can be used was reported for ten seconds around, and it was derived from accepted fixes. */
  sogDerived: Uint8Array
  /** Path from the accepted position before, where SOG had to be derived; NaN elsewhere. */
  derivedStepM: Float64Array
  /** Last accepted fix of the second. */
  latitudeDeg: Float64Array
  longitudeDeg: Float64Array
  /**
   * 1 where no boat sailed from the previous position: that position was wrong, or was frozen while SOG
   * moved.
   */
  jump: Uint8Array
  /** 1 where the reported SOG stays constant while the positions show another speed. */
  sogStuck: Uint8Array
  /** 1 where the receiver repeats a position while its SOG shows that the boat moves. */
  frozen: Uint8Array
  /** A boat that sails faster than this for a minute is not on water; infinite without a top speed. */
  tooFastMps: number
}

/**
 * Brings stored movement onto a grid of one row for each second with any record. Fixes that the outlier
 * filter rejects leave no position, and a SOG sent with such a fix is dropped too.
 *
 * The same holds for a lone fix in a silence beside a dense feed, and for a position repeated while the boat
 * moves. It also holds for a SOG repeated while positions show another speed.
 */
export function* secondGrid(movement: Movement, topSpeedMps: number | null): Stages<SecondGrid> {
  const { timeUs, latitudeDeg, longitudeDeg } = movement
  const frozen = frozenFixes(movement)
  yield
  const states = yield* outlierFilter(
    movement,
    frozen,
    GLITCH_FACTOR * (topSpeedMps ?? FALLBACK_TOP_SPEED_MPS),
  )
  yield
  const { fixes, derive } = lastFixes(movement, states)
  yield
  const isStuck = yield* stuckSog(movement, fixes, derive)
  yield
  const sogMps = movement.sogMps.map((sog, i) =>
    isStuck[i] || frozen[i] === WHOLLY_FROZEN ? Number.NaN : sog,
  )
  const capacity = timeUs.length
  const grid = emptyGrid(capacity)
  let rows = 0
  let sogSum = 0
  let sogCount = 0
  let rejectedUs = Number.NEGATIVE_INFINITY
  for (let i = 0; i < capacity; i++) {
    const time = timeUs[i] as number
    const second = Math.floor(time / SECOND_US) * SECOND_US
    if (rows === 0 || grid.timeUs[rows - 1] !== second) {
      if (sogCount > 0) grid.sogMps[rows - 1] = onGrid('sog', sogSum / sogCount)
      sogSum = 0
      sogCount = 0
      grid.timeUs[rows] = second
      rows++
    }
    const state = states[i]
    if (state === ACCEPTED || state === JUMPED) {
      if (state === JUMPED) grid.jump[rows - 1] = 1
      grid.latitudeDeg[rows - 1] = latitudeDeg[i] as number
      grid.longitudeDeg[rows - 1] = longitudeDeg[i] as number
      rejectedUs = Number.NEGATIVE_INFINITY
    } else if (state === REJECTED) rejectedUs = time
    if (isStuck[i]) grid.sogStuck[rows - 1] = 1
    if (frozen[i] === POSITION_FROZEN) grid.frozen[rows - 1] = 1
    const sog = sogMps[i] as number
    // Samples after a rejected fix come from a receiver that is still wrong.
    if (sog >= 0 && time - rejectedUs > HOLD_US) {
      sogSum += sog
      sogCount++
    }
  }
  if (sogCount > 0) grid.sogMps[rows - 1] = onGrid('sog', sogSum / sogCount)
  yield
  yield* fillSog(grid, timeUs, sogMps, fixes, derive)
  return {
    timeUs: grid.timeUs.subarray(0, rows),
    sogMps: grid.sogMps.subarray(0, rows),
    sogDerived: grid.sogDerived.subarray(0, rows),
    derivedStepM: grid.derivedStepM.subarray(0, rows),
    latitudeDeg: grid.latitudeDeg.subarray(0, rows),
    longitudeDeg: grid.longitudeDeg.subarray(0, rows),
    jump: grid.jump.subarray(0, rows),
    sogStuck: grid.sogStuck.subarray(0, rows),
    frozen: grid.frozen.subarray(0, rows),
    tooFastMps: TOO_FAST_FACTOR * (topSpeedMps ?? Number.POSITIVE_INFINITY),
  }
}

/** Rows of one stage where each costs much: three hours at 1 Hz. */
const STAGE_ROWS = 10_000

const NO_FIX = 0
const ACCEPTED = 1
const REJECTED = 2
const JUMPED = 3

/** For each row of movement: no fix, an accepted one, a rejected one, or the first accepted after a wrong anchor. */
function* outlierFilter(movement: Movement, frozen: Uint8Array, limitMps: number): Stages<Uint8Array> {
  const { timeUs, latitudeDeg, longitudeDeg, hdop, valid } = movement
  const states = new Uint8Array(timeUs.length)
  const lonely = lonelyRows(movement)
  yield
  const rowAt = new Map<number, number>()
  const outlierFilter = newOutlierFilter()
  let wasFrozen = false
  for (let i = 0; i < timeUs.length; i++) {
    if (i % STAGE_ROWS === STAGE_ROWS - 1) yield
    if (lonely[i]) {
      states[i] = REJECTED
      continue
    }
    const fix = {
      timeUs: timeUs[i] as number,
      latitudeDeg: latitudeDeg[i] as number,
      longitudeDeg: longitudeDeg[i] as number,
    }
    if (Number.isNaN(fix.latitudeDeg)) continue
    states[i] = REJECTED
    if (!isPlausible(fix.latitudeDeg, fix.longitudeDeg, hdop[i] as number, valid[i] === 1)) continue
    if (frozen[i]) {
      states[i] = NO_FIX
      wasFrozen ||= frozen[i] === POSITION_FROZEN
      continue
    }
    rowAt.set(fix.timeUs, i)
    const accepted = passOutlierFilter(outlierFilter, fix, limitMps)
    for (const one of accepted) {
      states[rowAt.get(one.timeUs) ?? i] = one.jump || wasFrozen ? JUMPED : ACCEPTED
      wasFrozen = false
    }
    if (outlierFilter.pending.length === 0) rowAt.clear()
  }
  return states
}

/** The accepted fixes, one a second, and their derived movement, computed on demand. */
function lastFixes(
  { timeUs, latitudeDeg, longitudeDeg }: Movement,
  states: Uint8Array,
): { fixes: AcceptedFix[]; derive: () => Stages<DerivedMovement> } {
  const fixes: AcceptedFix[] = []
  for (let i = 0; i < states.length; i++) {
    if (states[i] !== ACCEPTED && states[i] !== JUMPED) continue
    const fix = { timeUs: timeUs[i] as number, latitudeDeg: latitudeDeg[i] as number }
    const last = fixes.at(-1)
    const isSameSecond = last && Math.floor(last.timeUs / SECOND_US) === Math.floor(fix.timeUs / SECOND_US)
    const jump = states[i] === JUMPED || (isSameSecond === true && last.jump)
    if (isSameSecond) fixes.pop()
    fixes.push({ ...fix, longitudeDeg: longitudeDeg[i] as number, jump })
  }
  let derived: DerivedMovement | null = null
  return {
    fixes,
    *derive() {
      derived ??= yield* deriveMovement(fixes)
      return derived
    },
  }
}

/** Derives SOG and step for rows whose fixes have no reported SOG. */
function* fillSog(
  grid: SecondGrid,
  timeUs: Float64Array,
  sogMps: Float64Array,
  fixes: readonly AcceptedFix[],
  derive: () => Stages<DerivedMovement>,
): Stages<void> {
  const isReported = hasSogAround(timeUs, sogMps)
  const missing = fixes.flatMap((fix, i) => (isReported(fix.timeUs) ? [] : [i]))
  if (missing.length === 0) return
  const derived = yield* derive()
  let row = 0
  for (const i of missing) {
    const us = fixes[i]?.timeUs ?? 0
    while ((grid.timeUs[row] as number) + SECOND_US <= us) row++
    grid.derivedStepM[row] = derived.stepM[i] as number
    if (Number.isNaN(derived.sogMps[i])) continue
    grid.sogMps[row] = derived.sogMps[i] as number
    grid.sogDerived[row] = 1
  }
}

const nans = (rows: number) => new Float64Array(rows).fill(Number.NaN)

const emptyGrid = (rows: number): SecondGrid => ({
  timeUs: new Float64Array(rows),
  sogMps: nans(rows),
  sogDerived: new Uint8Array(rows),
  derivedStepM: nans(rows),
  latitudeDeg: nans(rows),
  longitudeDeg: nans(rows),
  jump: new Uint8Array(rows),
  sogStuck: new Uint8Array(rows),
  frozen: new Uint8Array(rows),
  tooFastMps: Number.POSITIVE_INFINITY,
})
