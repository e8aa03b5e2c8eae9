import { expect, test } from 'vitest'
import { NAUTICAL_MILE_M } from '#contract/domain/units.ts'
import { nearbyShips } from './nearbyShips.ts'

const S = 1_000_000
const MINUTE_DEG = 1 / 60

const track = (id: number, latitudeDeg: number, sogMps: number, cogRad: number, atS = 0) => ({
  id,
  name: `Ship ${id}`,
  timeUs: [atS * S],
  latitudeDeg: [latitudeDeg],
  longitudeDeg: [-22],
  sogMps: [sogMps],
  cogRad: [cogRad],
})
const here = { latitudeDeg: 64, longitudeDeg: -22 }

test('moves a ship along her course from her last report', () => {
  const approaching = track(1, 64 + MINUTE_DEG, NAUTICAL_MILE_M / 60, Math.PI)
  const [ship] = nearbyShips([approaching], here, 59 * S, 2000)
  expect(ship?.distanceM).toBeCloseTo(NAUTICAL_MILE_M / 60, -1)
  expect(ship?.ageS).toBe(59)
  const abeam = track(2, 64, 10, Math.PI / 2)
  expect(nearbyShips([abeam], here, 30 * S, 2000)[0]?.distanceM).toBeCloseTo(300, 0)
})

test('leaves a ship at her position when her course or speed is unknown', () => {
  const still = nearbyShips([track(1, 64, Number.NaN, 0), track(2, 64, 10, Number.NaN)], here, 30 * S, 2000)
  expect(still.map(({ distanceM }) => distanceM)).toEqual([0, 0])
  expect(still.map(({ cogRad }) => cogRad)).toEqual([0, null])
})

test('drops reports after a minute, ignores those of the future, and lists the nearest first', () => {
  const old = track(1, 64, 0, 0, -60.001)
  const fresh = track(2, 64 + MINUTE_DEG / 2, 0, 0, -60)
  const near = track(3, 64 + MINUTE_DEG / 10, 0, 0)
  const coming = track(4, 64, 0, 0, 1)
  expect(nearbyShips([old, fresh, near, coming], here, 0, 2000).map(({ track: { id } }) => id)).toEqual([
    3, 2,
  ])
  expect(nearbyShips([old, fresh, near, coming], here, 0, 500).map(({ track: { id } }) => id)).toEqual([3])
})
