/** A day of a vessel, hour by hour: from readings to the page, the paper and the table. */
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import type { ScalarReading } from '#contract/domain/reading.ts'
import { HOUR_S } from '#contract/domain/time.ts'
import { degToRad, knToMps } from '#contract/domain/units.ts'
import type { Logbook } from '#contract/wire/logbook.ts'
import { startProcessing } from '#server/processing/loop/startProcessing.ts'
import { insertComment } from '#server/records/comments.ts'
import { alerts, organizations, trips, vessels } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import {
  addKey,
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

/** Ten to twelve in Rome. */
const SAILED_MS = Date.UTC(2026, 6, 8, 8)
const clock = fixedClock(Date.UTC(2026, 6, 9, 9, 20))
let api: TestApi
let things: Record<Place, Thing>
const headers = {} as Record<'admin' | 'viewer', { authorization: string }>

beforeAll(async () => {
  api = await testApi({ clock })
  const { db } = api.records
  things = await twoOrganizations(db)
  const token = async (roleId: RoleId) =>
    bearer(await tokenOf(api.app, await signIn(api.app, emailOf(roleId))))
  headers.admin = await token('organization-admin')
  headers.viewer = await token('department-viewer')
  const { vesselId, vesselNumber, captainId, organizationId, userId } = things.own
  await db.delete(trips)
  await db.update(vessels).set({ captainId })
  await api.telemetry.append([{ vesselNumber, ...voyage(), motion: [], ais: [], faults: [] }])
  const { telemetry, bus } = api
  const processing = await startProcessing({ db, telemetry, bus, log: silentLog, clock })
  await processing.idle()
  await processing.close()
  await db.transaction((tx) =>
    insertComment(tx, {
      ...{ organizationId, vesselId, userId, text: 'Reefed off the point' },
      createdAt: new Date(SAILED_MS + 40 * 60_000),
    }),
  )
  await db.insert(alerts).values({
    ...{ organizationId, vesselId, type: 'external', severity: 'warning', text: 'Bilge alarm' },
    triggerUs: (SAILED_MS + 90 * 60_000) * 1000,
  })
}, 120_000)
afterAll(() => api.close())

/** Two hours due north at 12 kn, with wind data in the first hour only. */
function voyage() {
  const scalars: ScalarReading[] = []
  const fixes = []
  for (let second = 0; second < 2 * HOUR_S; second++) {
    const timeUs = SAILED_MS * 1000 + second * 1e6
    const add = (key: ScalarReading['key'], value: number, instance = 0) =>
      scalars.push({ timeUs, key, instance, value })
    fixes.push({
      timeUs,
      latitudeDeg: 63 + (12 * second) / 3600 / 60,
      longitudeDeg: -22,
      hdop: 1,
      valid: true,
    })
    add('sog', knToMps(12))
    add('cog', degToRad(second % 2 === 0 ? 358 : 4))
    add('engine_speed', 2000 / 60, 1)
    add('engine_speed', 2100 / 60, 2)
    if (second < HOUR_S && second % 10 === 0) add('wind_speed', 8)
  }
  return { scalars, fixes }
}

const get = (more: string, as = headers.admin, vesselId = things.own.vesselId) =>
  api.app.inject({ url: `/api/vessels/${vesselId}/logbook${more}`, headers: as })
const ROME = 'date=2026-07-08&timezone=Europe/Rome'

test('answers not found for the logbook of another organization’s vessel', async () => {
  for (const format of ['', '/pdf', '/csv']) {
    for (const place of ['foreign', 'sibling'] as const) {
      const answer = await get(`${format}?${ROME}`, headers.viewer, things[place].vesselId)
      expect([format, place, answer.statusCode]).toEqual([format, place, 404])
    }
    const nobody = await api.app.inject({
      url: `/api/vessels/${things.own.vesselId}/logbook${format}?${ROME}`,
    })
    expect(nobody.statusCode).toBe(401)
  }
  expect((await get(`/xml?${ROME}`)).statusCode).toBe(404)
  expect((await get('?date=yesterday')).statusCode).toBe(400)
  expect((await get('?date=2026-07-10')).statusCode).toBe(400)
})

test('lists each hour with its means, last place, captain and remarks, and gaps for the others', async () => {
  const book = (await get(`?${ROME}`)).json<Logbook>()
  expect(book.hours).toHaveLength(24)
  expect(book.hours.flatMap(({ recorded }, hour) => (recorded ? [hour] : []))).toEqual([10, 11])
  const [first, second, gap] = [book.hours[10], book.hours[11], book.hours[12]]
  expect(first).toMatchObject({
    start: '2026-07-08T08:00:00.000Z',
    lat: expect.closeTo(63.2, 2),
    sog: expect.closeTo(12, 1),
    wind_speed: expect.closeTo(8, 1),
    wind_forecast: false,
    engine_speed: [
      { instance: 1, rpm: expect.closeTo(2000, -1) },
      { instance: 2, rpm: expect.closeTo(2100, -1) },
    ],
    captains: ['Captain own'],
    remarks: [{ kind: 'comment', text: 'Reefed off the point', severity: null }],
  })
  // The mean of 358° and 4° is 1°, not 181°.
  expect(first?.cog).toBeCloseTo(1, 0)
  expect(second).toMatchObject({
    wind_speed: null,
    remarks: [{ kind: 'alert', text: 'Bilge alarm', severity: 'warning' }],
  })
  expect(gap).toMatchObject({
    recorded: false,
    lat: null,
    sog: null,
    distance: null,
    captains: [],
    remarks: [],
  })
  expect(book.total_distance).toBeCloseTo(24, 0)
  expect((first?.distance ?? 0) + (second?.distance ?? 0)).toBeCloseTo(book.total_distance ?? Number.NaN, 9)
  expect(book.hours_recorded).toBe(2)
})

test('begins hours as the time zone does, also half an hour from others', async () => {
  const book = (await get('?date=2026-07-08&timezone=Asia/Kolkata')).json<Logbook>()
  const recorded = book.hours.filter((hour) => hour.recorded)
  expect(recorded.map(({ start }) => start.slice(11, 16))).toEqual(['07:30', '08:30', '09:30'])
  expect(recorded.map(({ distance }) => Math.round(distance ?? 0))).toEqual([6, 12, 6])
})

test('lists as many hours as the clocks of the day show, and of today those that have begun', async () => {
  const hours = async (query: string) => (await get(`?${query}`)).json<Logbook>().hours.length
  expect(await hours('date=2025-10-26&timezone=Europe/Rome')).toBe(25)
  expect(await hours('date=2026-03-29&timezone=Europe/Rome')).toBe(23)
  expect(await hours('date=2026-07-09&timezone=UTC')).toBe(10)
})

test.each(['en', 'it', 'is'])('prints the same on paper, in %s too', async (language) => {
  const answer = await get(`/pdf?${ROME}&language=${language}`)
  expect(answer.headers['content-type']).toBe('application/pdf')
  const { text } = await extractText(new Uint8Array(answer.rawPayload), { mergePages: true })
  const flatText = text.replaceAll(/\s+/g, ' ')
  const title = { en: 'Logbook', it: 'Giornale di bordo', is: 'Leiðarbók' }[language]
  for (const words of [
    title ?? '',
    'Vessel own',
    'Captain own',
    'Reefed off the point',
    'Bilge alarm',
    '001°',
  ])
    expect(flatText).toContain(words)
})

test('writes a line for each hour into the table, empty when nothing is known', async () => {
  const lines = (await get(`/csv?${ROME}`)).body.split('\r\n')
  expect(lines).toHaveLength(26)
  expect(lines[11]).toMatch(
    /^10:00,2026-07-08T08:00:00\.000Z,63\.19\d+,-22\.000000,[01]\.\d,1[12]\.\d\d,,8\.0,,instrument,,,2000 2100,1[12]\.\d\d,"Captain own","10:40 .*Reefed off the point",$/,
  )
  expect(lines[1]).toBe('00:00,2026-07-07T22:00:00.000Z,,,,,,,,,,,,,"","",yes')
})

test('serves the logbook to a program with its key, and charges for the file', async () => {
  const { db } = api.records
  const { vesselId } = things.own
  const [own, elsewhere] = [
    await addKey(db, things.own, 'department-viewer'),
    await addKey(db, things.sibling, 'department-viewer'),
  ]
  const read = (as: { headers: Record<string, string> }, format: string) =>
    api.app.inject({ url: `/public/v1/vessels/${vesselId}/logbook${format}?${ROME}`, headers: as.headers })
  for (const format of ['', '/csv', '/pdf']) {
    expect((await read({ headers: {} }, format)).statusCode).toBe(401)
    expect((await read({ headers: headers.viewer }, format)).statusCode).toBe(401)
    const refused = await read(elsewhere, format)
    expect([refused.statusCode, refused.headers['credits-spent']]).toEqual([404, '0'])
  }
  const book = await read(own, '')
  expect([book.json<Logbook>().hours_recorded, book.headers['credits-spent']]).toEqual([2, '1'])
  const csv = await read(own, '/csv')
  expect([csv.body, csv.headers['credits-spent']]).toEqual([(await get(`/csv?${ROME}`)).body, '50'])
  expect((await read(own, '/pdf')).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  await db.update(organizations).set({ apiCreditsADay: 120 })
  expect([(await read(own, '/pdf')).statusCode, (await read(own, '')).statusCode]).toEqual([402, 200])
})

test('leaves the distance unknown while a trip of the hour is not measured, and 0 without a trip', async () => {
  const { vesselId, vesselNumber, organizationId } = things.own
  const startUs = Date.UTC(2026, 6, 9, 8) * 1000
  const scalars = [-3600, 0, 60].map(
    (second): ScalarReading => ({
      ...{ timeUs: startUs + second * 1e6, key: 'sog', instance: 0, value: second < 0 ? 0 : 5 },
    }),
  )
  await api.telemetry.append([{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }])
  await api.records.db.insert(trips).values({
    ...{ organizationId, vesselId, startUs, endUs: null, visible: true, startCause: 'sog', algoVersion: 1 },
    ...{ lastMovingUs: startUs + 60e6, lastRecordUs: startUs + 60e6, distanceM: 0, durationS: 60 },
  })
  const book = (await get('?date=2026-07-09&timezone=UTC')).json<Logbook>()
  expect(book.hours.slice(6, 9)).toMatchObject([
    { recorded: false, distance: null },
    { recorded: true, distance: 0 },
    { recorded: true, distance: null },
  ])
  expect((await get('/csv?date=2026-07-09&timezone=UTC')).statusCode).toBe(200)
})
