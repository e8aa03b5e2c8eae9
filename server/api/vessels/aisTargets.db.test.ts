import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AisReport } from '#contract/domain/reading.ts'
import type { AisTarget } from '#contract/wire/aisTarget.ts'
import {
  bearer,
  emailOf,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'

let api: TestApi
let things: Record<Place, Thing>
let headers: { authorization: string }

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  headers = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('department-viewer'))))
})
afterAll(() => api.close())

const MINUTE = 60_000
const agoUs = (ms: number) => (Date.now() - ms) * 1000
const report = (mmsi: number, agoMs: number, more: Partial<AisReport> = {}): AisReport => ({
  ...{ timeUs: agoUs(agoMs), mmsi, name: null, latitudeDeg: 64, longitudeDeg: -22, sogMps: 5, cogRad: 1 },
  ...more,
})
const noPlace = { latitudeDeg: null, longitudeDeg: null, sogMps: null, cogRad: null }
const receive = (place: Place, ...ais: AisReport[]) =>
  api.telemetry.append([
    { vesselNumber: things[place].vesselNumber, scalars: [], fixes: [], motion: [], faults: [], ais },
  ])
const targets = async (query = '') =>
  (await api.app.inject({ url: `/api/vessels/ais-targets${query}`, headers })).json<{ data: AisTarget[] }>()
    .data

test('lists ships that vessels of the caller received, and none that others received', async () => {
  await receive('own', report(1001, MINUTE))
  await receive('child', report(1002, MINUTE))
  for (const place of ['foreign', 'sibling', 'parent'] as const) await receive(place, report(1003, MINUTE))
  expect((await targets()).map(({ mmsi }) => mmsi).sort()).toEqual([1001, 1002])
})

test('shows a ship at her last received position, from any vessel, with her earlier name and kind', async () => {
  await receive(
    'own',
    report(2001, 3 * MINUTE),
    report(2001, 8 * MINUTE, { ...noPlace, name: 'AURORA', shipType: 70 }),
    report(2001, 2 * MINUTE, { latitudeDeg: 64.1 }),
  )
  await receive('child', report(2001, MINUTE, { latitudeDeg: 64.2, sogMps: null, cogRad: null }))
  const found = (await targets()).find(({ mmsi }) => mmsi === 2001)
  expect(found).toMatchObject({
    ...{ name: 'AURORA', ship_type: 70, lat: 64.2, lon: -22, sog: null, cog: null },
    vessel_id: things.child.vesselId,
  })
  expect(Date.now() - (found?.timestamp ?? 0)).toBeLessThan(2 * MINUTE)
})

test('names distress beacons as beacons', async () => {
  const sart = report(970_111_111, MINUTE)
  await receive('own', sart, report(972_111_111, MINUTE), report(974_111_111, MINUTE), report(2501, MINUTE))
  const kinds = new Map((await targets()).map(({ mmsi, beacon }) => [mmsi, beacon]))
  expect([970_111_111, 972_111_111, 974_111_111, 2501].map((mmsi) => kinds.get(mmsi))).toEqual([
    'sart',
    'mob',
    'epirb',
    null,
  ])
})

test('lists distress beacons first, and alone when only beacons are requested', async () => {
  await receive('own', report(970_222_222, 9 * MINUTE), report(2601, MINUTE))
  await receive('foreign', report(972_222_222, MINUTE))
  const isBeacon = (all: AisTarget[]) => all.map(({ beacon }) => beacon !== null)
  const all = await targets()
  expect(isBeacon(all)).toEqual(isBeacon(all).toSorted((a, b) => Number(b) - Number(a)))
  const alone = await targets('?only=beacons')
  expect(new Set(isBeacon(alone))).toEqual(new Set([true]))
  expect(alone.map(({ mmsi }) => mmsi)).toContain(970_222_222)
  expect(alone.map(({ mmsi }) => mmsi)).not.toContain(972_222_222)
})

test('leaves out ships after ten minutes of silence, and ships without a position', async () => {
  await receive('own', report(3001, 11 * MINUTE), report(3002, MINUTE, { ...noPlace, name: 'NOWHERE' }))
  expect((await targets()).filter(({ mmsi }) => mmsi > 3000 && mmsi < 4000)).toEqual([])
})

test('keeps a position and a name of the same moment from two batches', async () => {
  const timeUs = agoUs(MINUTE)
  await receive('own', report(4001, MINUTE, { timeUs }))
  await receive('own', report(4001, MINUTE, { ...noPlace, timeUs, name: 'BOREALIS', shipType: 70 }))
  const { vesselNumber } = things.own
  const interval = { vesselNumber, fromUs: timeUs - 1, toUs: timeUs + 1 }
  // As rows are after they were merged.
  const ships = await api.telemetry.positions.ships(interval)
  expect(ships.find(({ id }) => id === 4001)).toMatchObject({ name: 'BOREALIS', latitudeDeg: [64] })
  expect((await targets()).find(({ mmsi }) => mmsi === 4001)).toMatchObject({ name: 'BOREALIS', lat: 64 })
})
