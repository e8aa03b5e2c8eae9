import { onGrid } from '#contract/series.ts'
import { SECOND_US } from '#contract/time.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import { FALLBACK_TOP_SPEED_MPS, GLITCH_FACTOR, HOLD_US } from '../parameters.ts'
import { type GatedFix, isPlausible, openGate, passGate } from './acceptFixes.ts'
import { type BelievedFix, deriveSog, hasSogAround } from './deriveSog.ts'

/** Movement on a grid of one second: row i says what was known of second `timeUs[i]`. NaN where nothing was. */
export interface SecondGrid {
  timeUs: Float64Array
  /** Mean of the SOG samples of the second, to the step that SOG is stored in, or what its fix makes it. */
  sogMps: Float64Array
  /** 1 where nobody gave SOG for ten seconds around, and it was derived from believed fixes. */
  sogDerived: Uint8Array
  /** Last believed fix of the second. */
  latitudeDeg: Float64Array
  longitudeDeg: Float64Array
  /** 1 where the speed gate let go of a wrong anchor: no boat sailed from the position before to this one. */
  jump: Uint8Array
}

/**
 * Brings stored movement onto the second grid, with one row for each second that has any record. Fixes that the
 * speed gate does not believe leave no position, and a SOG sent with one of them counts as little as the fix.
 */
export function secondGrid(movement: Movement, topSpeedMps: number | null): SecondGrid {
  const believed = gate(movement, GLITCH_FACTOR * (topSpeedMps ?? FALLBACK_TOP_SPEED_MPS))
  const { timeUs, sogMps, latitudeDeg, longitudeDeg } = movement
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
    const state = believed[i]
    if (state === BELIEVED || state === JUMPED) {
      if (state === JUMPED) grid.jump[rows - 1] = 1
      grid.latitudeDeg[rows - 1] = latitudeDeg[i] as number
      grid.longitudeDeg[rows - 1] = longitudeDeg[i] as number
      rejectedUs = Number.NEGATIVE_INFINITY
    } else if (state === REJECTED) rejectedUs = time
    const sog = sogMps[i] as number
    // What follows a rejected fix comes from the same confused receiver.
    if (sog >= 0 && time - rejectedUs > HOLD_US) {
      sogSum += sog
      sogCount++
    }
  }
  if (sogCount > 0) grid.sogMps[rows - 1] = onGrid('sog', sogSum / sogCount)
  fillSog(grid, movement, believed)
  return {
    timeUs: grid.timeUs.subarray(0, rows),
    sogMps: grid.sogMps.subarray(0, rows),
    sogDerived: grid.sogDerived.subarray(0, rows),
    latitudeDeg: grid.latitudeDeg.subarray(0, rows),
    longitudeDeg: grid.longitudeDeg.subarray(0, rows),
    jump: grid.jump.subarray(0, rows),
  }
}

const BELIEVED = 1
const REJECTED = 2
const JUMPED = 3

/** For each row of movement: no fix, a believed one, a rejected one, or the first believed after a wrong anchor. */
function gate(movement: Movement, limitMps: number): Uint8Array {
  const { timeUs, latitudeDeg, longitudeDeg, hdop, valid } = movement
  const states = new Uint8Array(timeUs.length)
  const at = new Map<GatedFix, number>()
  const fixGate = openGate()
  for (let i = 0; i < timeUs.length; i++) {
    const fix = {
      timeUs: timeUs[i] as number,
      latitudeDeg: latitudeDeg[i] as number,
      longitudeDeg: longitudeDeg[i] as number,
    }
    if (Number.isNaN(fix.latitudeDeg)) continue
    states[i] = REJECTED
    if (!isPlausible(fix.latitudeDeg, fix.longitudeDeg, hdop[i] as number, valid[i] === 1)) continue
    at.set(fix, i)
    const accepted = passGate(fixGate, fix, limitMps)
    for (const one of accepted) states[at.get(one) ?? i] = BELIEVED
    if (accepted[0] && accepted.length > 1) states[at.get(accepted[0]) ?? i] = JUMPED
    if (fixGate.pending.length === 0) at.clear()
  }
  return states
}

/** Gives the rows a SOG whose fixes no source of it accompanies. */
function fillSog(
  grid: SecondGrid,
  { timeUs, latitudeDeg, longitudeDeg, sogMps }: Movement,
  states: Uint8Array,
) {
  const fixes: BelievedFix[] = []
  const isSaid = hasSogAround(timeUs, sogMps)
  let missing = false
  for (let i = 0; i < states.length; i++) {
    if (states[i] !== BELIEVED && states[i] !== JUMPED) continue
    const fix = { timeUs: timeUs[i] as number, latitudeDeg: latitudeDeg[i] as number }
    fixes.push({ ...fix, longitudeDeg: longitudeDeg[i] as number, jump: states[i] === JUMPED })
    missing ||= !isSaid(fix.timeUs)
  }
  if (!missing) return
  const derived = deriveSog(fixes)
  const isSaidAt = hasSogAround(timeUs, sogMps)
  let row = 0
  for (const [i, fix] of fixes.entries()) {
    if (isSaidAt(fix.timeUs) || Number.isNaN(derived[i])) continue
    while ((grid.timeUs[row] as number) + SECOND_US <= fix.timeUs) row++
    grid.sogMps[row] = derived[i] as number
    grid.sogDerived[row] = 1
  }
}

const emptyGrid = (rows: number): SecondGrid => ({
  timeUs: new Float64Array(rows),
  sogMps: new Float64Array(rows).fill(Number.NaN),
  sogDerived: new Uint8Array(rows),
  latitudeDeg: new Float64Array(rows).fill(Number.NaN),
  longitudeDeg: new Float64Array(rows).fill(Number.NaN),
  jump: new Uint8Array(rows),
})
