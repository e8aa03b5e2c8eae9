import { expect, test } from 'vitest'
import { knToMps } from '#contract/domain/units.ts'
import { measuredMs } from '#contract/wire/vessel.ts'
import { liveFromWire } from '#contract/wire/wireLive.ts'
import type { AppendedInterval } from '#server/platform/events.ts'
import { toVesselLive } from '#server/records/vesselStates.ts'
import { LatestStates } from './latest.ts'

const T = Date.UTC(2026, 5, 18, 9) * 1000
const S = 1_000_000

const reported = (atS: number, latitudeDeg: number, kn: number): AppendedInterval => ({
  vesselNumber: 1,
  fromUs: T + atS * S,
  toUs: T + atS * S,
  motion: [],
  maxSogMps: knToMps(kn),
  lastFixes: [{ timeUs: T + atS * S, latitudeDeg, longitudeDeg: -22, hdop: null, valid: true }],
  newest: { sog: [T + atS * S, knToMps(kn)] },
})

async function noticesOf(latest: LatestStates) {
  const notices: object[] = []
  await latest.saveNotices(1, async (notice) => void notices.push(notice))
  return notices
}

test('keeps the newest state and ignores late data', () => {
  const latest = new LatestStates(new Map())
  expect(latest.take(reported(10, 64.001, 6), null)).toBe(true)
  expect(latest.take(reported(5, 64, 5), null)).toBe(false)
  expect(latest.get(1)).toMatchObject({ latitudeDeg: 64.001, lastUpdatedUs: T + 10 * S })
})

test('does not make a moored boat sail after one wild fix', () => {
  const latest = new LatestStates(new Map())
  latest.take(reported(0, 64, 0), null)
  latest.take(reported(1, 65, 40), null)
  expect(latest.get(1)).toMatchObject({ latitudeDeg: 64, latest: { sog: [T, 0] } })
  latest.take(reported(2, 64, 0.1), null)
  expect(latest.get(1).latest.sog?.[1]).toBeCloseTo(knToMps(0.1), 9)
})

test('follows a boat elsewhere after three fixes that agree', () => {
  const latest = new LatestStates(new Map())
  latest.take(reported(0, 64, 0), null)
  for (const atS of [1, 2, 3]) latest.take(reported(atS, 60, 4), null)
  expect(latest.get(1).latitudeDeg).toBe(60)
})

test('adds the hardest of the impacts that were computed meanwhile, once', () => {
  const latest = new LatestStates(new Map())
  latest.take(reported(3, 64, 20), null)
  const impact = (atS: number, value: number, instance = 0) =>
    ({ timeUs: T + atS * S, key: 'impact', instance, value }) as const
  expect(latest.takeImpacts(1, [impact(1, 2.5), impact(2, 0.4), impact(2, 9, 1)])).toBe(true)
  expect(latest.get(1).latest.impact).toEqual([T + 2 * S, 2.5])
  expect(latest.takeImpacts(1, [impact(1, 3)])).toBe(false)
  latest.takeImpacts(1, [impact(1, 3), impact(2, 2.5), impact(3, 0.3)])
  expect(latest.get(1).latest.impact).toEqual([T + 3 * S, 0.3])
  latest.takeImpacts(1, [impact(20, 4), impact(30, 0.1)])
  expect(latest.get(1).latest.impact).toEqual([T + 30 * S, 0.1])
})

test('derives the speed of a boat that sends only positions', () => {
  const latest = new LatestStates(new Map())
  const placed = (atS: number): AppendedInterval => ({
    ...reported(atS, 64 + (atS * 5) / 111_195, 0),
    maxSogMps: null,
    newest: {},
  })
  for (let atS = 0; atS < 8; atS++) latest.take(placed(atS), null)
  expect(latest.get(1).latest.sog?.[1]).toBeCloseTo(5, 2)
  expect(toVesselLive(latest.get(1), T / 1000 + 8000)).toMatchObject({ sog_derived: true })
  // The reported speed counts for its hold time.
  latest.take(reported(8, 64 + 40 / 111_195, 6), null)
  latest.take(placed(9), null)
  expect(latest.get(1).latest.sog?.[1]).toBeCloseTo(knToMps(6), 9)
  expect(toVesselLive(latest.get(1), T / 1000 + 8000)).toMatchObject({ sog_derived: false })
})

test('derives the same from positions in one batch as from single ones', () => {
  const latitudesDeg = [0, 1, 2, 900, 4, 5, 6, 7, 8].map((m, i) => ({
    atS: i * 2,
    latitudeDeg: 64 + (m * 6) / 111_195,
  }))
  const fixes = latitudesDeg.flatMap(({ atS, latitudeDeg }) => reported(atS, latitudeDeg, 0).lastFixes)
  const whole: AppendedInterval = { ...reported(16, 64, 0), fromUs: T, lastFixes: fixes, newest: {} }
  const [oneByOne, atOnce] = [new LatestStates(new Map()), new LatestStates(new Map())]
  for (const fix of fixes)
    oneByOne.take({ ...whole, fromUs: fix.timeUs, toUs: fix.timeUs, lastFixes: [fix] }, null)
  atOnce.take(whole, null)
  expect(atOnce.get(1)).toEqual(oneByOne.get(1))
  expect(atOnce.get(1).latest.sog).toEqual([T + 16 * S, expect.closeTo(3, 2), true])
})

test('keeps no values that are not shown live', () => {
  const latest = new LatestStates(new Map())
  latest.take({ ...reported(0, 64, 6), newest: { sog: [T, 3], fuel_rate: [T, 1e-6] } }, null)
  expect(Object.keys(latest.get(1).latest)).toEqual(['sog'])
})

test('does not replace a later reported speed by one derived from older positions', () => {
  const latest = new LatestStates(new Map())
  latest.take({ ...reported(60, 64, 7), lastFixes: [] }, null)
  const placed = (atS: number) => ({ ...reported(atS, 64 + (atS * 5) / 111_195, 0), newest: {} })
  for (let atS = 0; atS < 60; atS += 5) latest.take({ ...placed(atS), toUs: T + 60 * S }, null)
  expect(latest.get(1).latest.sog).toEqual([T + 60 * S, knToMps(7)])
})

test('ignores values far older than the latest', () => {
  const latest = new LatestStates(new Map())
  latest.take(reported(700, 64, 6), null)
  const wind = (atS: number): AppendedInterval => ({
    ...reported(atS, 64, 0),
    lastFixes: [],
    newest: { wind_speed: [T + atS * S, 3] },
  })
  expect(latest.take(wind(99), null)).toBe(false)
  expect(latest.get(1).latest.wind_speed).toBeUndefined()
  expect(latest.take(wind(100), null)).toBe(true)
  expect(latest.get(1)).toMatchObject({
    lastUpdatedUs: T + 700 * S,
    latest: { wind_speed: [T + 100 * S, 3] },
  })
})

test('keeps the first of two values with equal times', () => {
  const latest = new LatestStates(new Map())
  latest.take(reported(10, 64, 6), null)
  expect(latest.take(reported(10, 64, 6), null)).toBe(false)
  expect(latest.take(reported(10, 64.0001, 7), null)).toBe(false)
  expect(latest.get(1)).toMatchObject({ latitudeDeg: 64, latest: { sog: [T + 10 * S, knToMps(6)] } })
})

test('returns the time of each value that stopped while others go on', () => {
  const latest = new LatestStates(new Map())
  latest.take(reported(0, 64, 6), null)
  expect(toVesselLive(latest.get(1), T / 1000)).not.toHaveProperty('measured_at')
  const wind = (atS: number): AppendedInterval => ({
    ...reported(atS, 64, 0),
    lastFixes: [],
    newest: { wind_speed: [T + atS * S, 3] },
  })
  const live = (atS: number) => {
    latest.take(wind(atS), null)
    return toVesselLive(latest.get(1), (T + atS * S) / 1000)
  }
  expect(live(1)).not.toHaveProperty('measured_at')
  expect(live(60)).toMatchObject({
    sog: expect.closeTo(6, 1),
    last_updated: (T + 60 * S) / 1000,
    measured_at: { position: T / 1000, sog: T / 1000 },
  })
  // A value that is too old to be called current keeps its time.
  const late = liveFromWire(live(601))
  expect(late).toMatchObject({ sog: null, measured_at: { sog: T / 1000 } })
  expect(['position', 'sog', 'wind_speed'].map((name) => measuredMs(late, name as 'sog'))).toEqual([
    T / 1000,
    T / 1000,
    (T + 601 * S) / 1000,
  ])
  expect(measuredMs(late, 'air_temperature')).toBeNull()
  latest.take(reported(602, 64, 7), null)
  expect(toVesselLive(latest.get(1), (T + 602 * S) / 1000)).not.toHaveProperty('measured_at')
})

test('shows a derived speed when SOG stays 0 while the boat moves, and notes the fault once', async () => {
  const latest = new LatestStates(new Map())
  const at = (atS: number) => reported(atS, 64 + (atS * 5) / 111_195, 0)
  for (let atS = 0; atS < 50; atS++) latest.take(at(atS), null)
  expect(latest.get(1).latest.sog).toEqual([T + 49 * S, 0])
  expect(await noticesOf(latest)).toEqual([])
  for (let atS = 50; atS < 200; atS++) latest.take(at(atS), null)
  expect(latest.get(1).latest.sog).toEqual([T + 199 * S, expect.closeTo(5, 1), true])
  expect(await noticesOf(latest)).toEqual([{ kind: 'receiver_frozen', timeUs: T + 60 * S }])
  // When speed and position arrive separately, the stuck speed is not shown in between.
  latest.take({ ...at(200), lastFixes: [] }, null)
  expect(latest.get(1).latest.sog).toEqual([T + 200 * S, expect.closeTo(5, 1), true])
  // A changing SOG is used again.
  latest.take(reported(201, 64 + (201 * 5) / 111_195, 10), null)
  expect(latest.get(1).latest.sog).toEqual([T + 201 * S, knToMps(10)])
})

test('notes a position repeated while the boat moves, and positions that are too rare', async () => {
  const latest = new LatestStates(new Map())
  for (let atS = 0; atS < 65; atS++) latest.take(reported(atS, 64, 6 + (atS % 2)), null)
  expect(await noticesOf(latest)).toEqual([{ kind: 'receiver_frozen', timeUs: T + 60 * S }])
  expect(await noticesOf(latest)).toEqual([])
  const moored = new LatestStates(new Map())
  for (let atS = 0; atS < 65; atS++) moored.take(reported(atS, 64, 0), null)
  expect(await noticesOf(moored)).toEqual([])
  const rare = new LatestStates(new Map())
  const placed = (atS: number) => ({
    ...reported(atS, 64 + (atS * 4) / 111_195, 0),
    maxSogMps: null,
    newest: {},
  })
  for (const atS of [0, 600, 1200]) rare.take(placed(atS), null)
  expect(await noticesOf(rare)).toEqual([])
  expect(toVesselLive(rare.get(1), T / 1000 + 1_210_000)).toMatchObject({ sog_derived: true })
  rare.take(placed(2400), null)
  // A notice that could not be saved waits for the next time.
  await expect(rare.saveNotices(1, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await noticesOf(rare)).toEqual([{ kind: 'positions_rare', timeUs: T + 2400 * S }])
})
