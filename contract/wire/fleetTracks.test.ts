import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/domain/time.ts'
import { fleetStepS, MAX_FLEET_FIXES, packFleetTrack, unpackFleetTrack } from './fleetTracks.ts'

test('returns a track to the metre and the second', () => {
  const fromMs = Date.UTC(2026, 5, 18)
  const fixes = {
    timeMs: Float64Array.of(fromMs + 1000, fromMs + 61_000, fromMs + 7_200_000),
    latitudeDeg: Float64Array.of(64.123456, 64.1, -17.5),
    longitudeDeg: Float64Array.of(-179.99999, 179.99999, 178.5),
  }
  const packed = packFleetTrack('a', fixes, fromMs)
  expect(packed.time).toEqual([1, 60, 7139])
  const back = unpackFleetTrack(packed, fromMs)
  expect([...back.timeMs]).toEqual([...fixes.timeMs])
  expect([...back.latitudeDeg]).toEqual([64.12346, 64.1, -17.5])
  expect([...back.longitudeDeg]).toEqual([-179.99999, 179.99999, 178.5])
})

test('uses a larger step for a larger or longer fleet, and stays below the limit of an answer', () => {
  expect(fleetStepS(10, 6, HOUR_MS)).toBe(10)
  expect(fleetStepS(60, 1000, 2 * HOUR_MS)).toBe(60)
  expect(fleetStepS(10, 1000, 2 * HOUR_MS)).toBe(60)
  const stepS = fleetStepS(10, 10_000, 7 * DAY_MS)
  expect(10_000 * ((7 * DAY_MS) / 1000 / stepS)).toBeLessThanOrEqual(MAX_FLEET_FIXES)
})
