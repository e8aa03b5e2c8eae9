import { expect, test } from 'vitest'
import { knToMps, mToNmi } from '#contract/domain/units.ts'
import { clock, DAY_US, type MovementRow, playMovement, toMovement } from '#server/testing/playMovement.ts'
import { findVoyages } from './findVoyages.ts'
import { measureTrip, sumsOf, toMeasures } from './measureTrip.ts'
import { secondGrid } from './secondGrid.ts'
import { atOnce } from './stages.ts'

const limitKn60 = knToMps(60) / 1.5

/** 361 fixes a second apart due north, one sixth of an arc-second each. */
const straightNorth = (): MovementRow[] =>
  Array.from({ length: 361 }, (_, i) => ({
    timeUs: DAY_US + i * 1_000_000,
    latitudeDeg: i / 360 / 60,
    longitudeDeg: 1,
    sogMps: knToMps(10),
  }))

const lengthNmi = (rows: MovementRow[], topSpeedMps = limitKn60) => {
  const grid = atOnce(secondGrid(toMovement(rows), topSpeedMps))
  return mToNmi(sumsOf(grid, 0, grid.timeUs.length - 1).distanceM)
}

test('leaves a single wild fix out of the distance', () => {
  const rows = straightNorth()
  const wild = rows[100]
  if (wild) Object.assign(wild, { latitudeDeg: (wild.latitudeDeg ?? 0) + 0.5, longitudeDeg: 1.3 })
  expect(lengthNmi(rows)).toBeCloseTo(1.000674, 6)
  expect(lengthNmi(straightNorth())).toBeCloseTo(1.000674, 6)
})

test('drops a wrong first fix after three that agree', () => {
  const rows = straightNorth()
  if (rows[0]) rows[0].latitudeDeg = 40
  const grid = atOnce(secondGrid(toMovement(rows), limitKn60))
  expect(grid.latitudeDeg.filter((latitude) => !Number.isNaN(latitude) && latitude < 1)).toHaveLength(360)
})

test('never counts the chord from wrong positions to right ones', () => {
  const wrongFirst = straightNorth()
  if (wrongFirst[0]) wrongFirst[0].latitudeDeg = 3
  // The step from the wrong fix is missing, without a replacement.
  expect(lengthNmi(wrongFirst)).toBeCloseTo((1.000674 * 359) / 360, 6)
  const wrongFour = straightNorth()
  for (const row of wrongFour.slice(100, 104)) row.latitudeDeg = (row.latitudeDeg ?? 0) + 0.4
  // Three steps among the wrong four, and none from and to them.
  expect(lengthNmi(wrongFour)).toBeCloseTo((1.000674 * 358) / 360, 6)
  // Several fixes a second share a row of the grid.
  const often = straightNorth().map((row, i) => ({ ...row, timeUs: DAY_US + i * 200_000 }))
  if (often[0]) often[0].latitudeDeg = 3
  expect(lengthNmi(often, knToMps(600))).toBeLessThan(1.001)
})

test('measures no distance for a boat at the berth', () => {
  let seed = 1
  const random = () => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647 - 0.5
  }
  const rows = playMovement('08:00 0kn, 09:00 0kn').map((row) => ({
    ...row,
    latitudeDeg: (row.latitudeDeg ?? 0) + random() * 5e-5,
  }))
  expect(lengthNmi(rows)).toBe(0)
  expect(lengthNmi(rows.map(({ sogMps, ...row }) => row))).toBeLessThan(0.2)
})

test('measures a plain trip', () => {
  const grid = atOnce(
    secondGrid(toMovement(playMovement('08:00 0kn, 08:10 20kn, 09:10 0kn, 10:00 0kn')), null),
  )
  const [voyage] = findVoyages(grid, null, clock('20:00'))
  const trip = voyage && measureTrip(grid, voyage)
  expect(mToNmi(trip?.distanceM ?? 0)).toBeCloseTo(20 * 1.000674, 2)
  expect(trip?.durationS).toBe(3659)
  expect(trip?.maxSogMps).toBeCloseTo(knToMps(20), 9)
  expect(trip?.avgSogMps).toBeGreaterThan(knToMps(19.6))
  expect(trip).toMatchObject({ visible: true, distanceSuspect: false })
})

test('marks the distance as suspect when SOG’s distance differs by over 5 % and over 0.2 nmi', () => {
  const isSuspect = (distanceM: number, offM: number) => {
    const sums = { sogRows: 0, highestMps: 0, tooFastS: 0 }
    const times = { startUs: 0, endUs: 1e9, lastRecordUs: 1e9 }
    const { distanceSuspect } = toMeasures(
      times,
      { ...sums, distanceM, sogM: distanceM + offM, coveredS: 1000 },
      () => 0,
    )
    return distanceSuspect
  }
  expect([isSuspect(10_000, 510), isSuspect(10_000, -510)]).toEqual([true, true])
  // Either alone is none: little of a long trip, or much of a short one.
  expect([isSuspect(10_000, 490), isSuspect(1000, 360)]).toEqual([false, false])
  expect(isSuspect(1000, 380)).toBe(true)
})

test('does not take one Doppler spike for a record', () => {
  const rows = playMovement('08:00 10kn, 08:30 0kn, 09:00 0kn')
  if (rows[600]) rows[600].sogMps = knToMps(38)
  const grid = atOnce(secondGrid(toMovement(rows), null))
  const [voyage] = findVoyages(grid, null, clock('20:00'))
  expect(voyage && measureTrip(grid, voyage).maxSogMps).toBeCloseTo(knToMps(10), 9)
})

test('hides what is too short to be a trip', () => {
  const grid = atOnce(
    secondGrid(toMovement(playMovement('08:00 0kn, 08:10 5kn, 08:10:40 0kn, 09:00 0kn')), null),
  )
  const [voyage] = findVoyages(grid, null, clock('20:00'))
  expect(voyage && measureTrip(grid, voyage).visible).toBe(false)
})

test('ignores the speed of a rejected fix', () => {
  const rows = playMovement('08:00 0kn, 08:30 0kn')
  for (const row of rows.slice(600, 660)) Object.assign(row, { valid: false, sogMps: knToMps(40) })
  const grid = atOnce(secondGrid(toMovement(rows), null))
  expect(findVoyages(grid, null, clock('20:00'))).toEqual([])
})

test('marks a trip that is far above the boat’s top speed for a minute, in SOG or derived speed', () => {
  const topMps = knToMps(40)
  const isTooFast = (rows: readonly MovementRow[], top: number | null = topMps) => {
    const grid = atOnce(secondGrid(toMovement(rows), top))
    return findVoyages(grid, top, clock('20:00')).map((voyage) => measureTrip(grid, voyage).tooFast)
  }
  const bare = (rows: MovementRow[]) => rows.map(({ sogMps, ...row }) => row)
  const road = playMovement('08:00 20kn, 08:10 54kn, 08:12 20kn, 08:30 0kn')
  expect([isTooFast(road), isTooFast(bare(road)), isTooFast(road, null)]).toEqual([[true], [true], [false]])
  expect(isTooFast(bare(playMovement('08:00 54kn, 10:00 0kn', 60)))).toEqual([true])
  // As fast as she can be and a little more, and spikes.
  expect(isTooFast(playMovement('08:00 47kn, 09:00 0kn'))).toEqual([false])
  expect(isTooFast(playMovement('08:00 20kn, 08:10 54kn, 08:10:30 20kn, 08:30 0kn'))).toEqual([false])
  const spiky = playMovement('08:00 20kn, 09:00 0kn').map((row, i) =>
    i % 10 === 5 ? { ...row, sogMps: knToMps(58) } : row,
  )
  expect(isTooFast(spiky)).toEqual([false])
})
