import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/domain/time.ts'
import type { FleetFixes } from '#contract/wire/fleetTracks.ts'
import type { Chunk } from './fleetHistory.ts'
import { calmUntil, movementOf, movingShares } from './movement.ts'

const STEP_MS = HOUR_MS / 6
const DAY = { fromMs: 0, toMs: 24 * HOUR_MS }
const hours = (from: number, to: number) => ({ fromMs: from * HOUR_MS, toMs: to * HOUR_MS })
/** A boat may have left a step before her first fix under way. */
const left = (from: number, to: number) => ({ fromMs: from * HOUR_MS - STEP_MS, toMs: to * HOUR_MS })
const calm = (from: number, to: number) => ({ fromMs: from * HOUR_MS, toMs: to * HOUR_MS - STEP_MS })

/** A fix every ten minutes of these hours; north at 6 kn while `sails`, else a few metres of noise. */
function boat(from: number, to: number, sails: (hour: number) => boolean): FleetFixes {
  const count = (to - from) * 6 + 1
  const timeMs = Float64Array.from({ length: count }, (_, at) => from * HOUR_MS + at * STEP_MS)
  let latitudeDeg = 64
  return {
    timeMs,
    latitudeDeg: timeMs.map((ms, at) => {
      if (at > 0 && sails((ms - STEP_MS) / HOUR_MS)) latitudeDeg += 1 / 60
      return latitudeDeg + (at % 2) * 1e-5
    }),
    longitudeDeg: timeMs.map(() => -22),
  }
}
const fleet = (...boats: FleetFixes[]): Chunk => ({
  stepMs: STEP_MS,
  tracks: new Map(boats.map((fixes, at) => [String(at), fixes])),
})

test('joins the movement of all boats, and a stop of less than an hour', () => {
  const early = boat(0, 24, (hour) => (hour >= 8 && hour < 10) || (hour >= 10.5 && hour < 11))
  const late = boat(0, 24, (hour) => hour >= 20 && hour < 21)
  expect(movementOf(fleet(early, late), DAY)).toEqual({
    moving: [left(8, 11), left(20, 21)],
    calm: [calm(0, 8), calm(11, 20), hours(21, 24)],
  })
})

test('skips nothing where nobody moves, and no calm of less than an hour', () => {
  expect(movementOf(fleet(boat(0, 24, () => false)), DAY)).toEqual({ moving: [], calm: [] })
  expect(movementOf(fleet(), DAY)).toEqual({ moving: [], calm: [] })
  const allDay = boat(0, 24, (hour) => hour >= 0.5 && hour < 23.5)
  expect(movementOf(fleet(allDay), DAY).calm).toEqual([])
})

test('does not call a boat moving that was silent on her way', () => {
  const [before, after] = [boat(0, 2, () => false), boat(12, 14, (hour) => hour >= 13)]
  const join = (key: keyof FleetFixes) => Float64Array.from([...before[key], ...after[key]])
  const silent = {
    timeMs: join('timeMs'),
    latitudeDeg: join('latitudeDeg').map((deg, at) => (at < before.timeMs.length ? deg - 1 : deg)),
    longitudeDeg: join('longitudeDeg'),
  }
  expect(movementOf(fleet(silent), DAY).moving).toEqual([left(13, 14)])
})

test('ends a calm interval with the next movement, and leaves movement alone', () => {
  const movement = movementOf(fleet(boat(0, 24, (hour) => hour >= 8 && hour < 10)), DAY)
  const leavesMs = 8 * HOUR_MS - STEP_MS
  expect([0, 7.8, 8, 9, 10, 23].map((hour) => calmUntil(movement, hour * HOUR_MS))).toEqual([
    ...[leavesMs, leavesMs, null, null],
    ...[DAY.toMs, DAY.toMs],
  ])
})

test('gives the share of boats that move in each interval', () => {
  const chunk = fleet(
    boat(0, 24, (hour) => hour >= 6 && hour < 18),
    boat(0, 24, (hour) => hour >= 12 && hour < 18),
  )
  expect(movingShares(chunk, DAY, 4)).toEqual([0, 0.5, 1, 0])
})
