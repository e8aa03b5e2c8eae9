import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MotionBlock, ScalarReading } from '#contract/domain/reading.ts'
import { knToMps } from '#contract/domain/units.ts'
import type { FleetExport } from '#contract/wire/fleetExport.ts'
import { openExportQueue } from '#server/downloads/exports/exportQueue.ts'
import { engineProfileTable } from '#server/downloads/tables/engineProfileTable.ts'
import { organizationAtWork } from '#server/platform/organizationAtWork.ts'
import { readQuota } from '#server/records/apiCredits.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import {
  auditLog,
  downloads,
  organizations,
  trips,
  users,
  vessels,
} from '#server/stores/relational/schema.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
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
import { testTelemetry } from '#server/testing/testTelemetry.ts'

const START_US = Date.UTC(2026, 5, 18, 9) * 1000
const SECONDS = 3600
let api: TestApi
let things: Record<Place, Thing>
let nowMs = Date.UTC(2026, 5, 18, 12)
let cookie: string
let headers: { authorization: string }
/** Organization in whose name each query of the column store was made. */
const askedFor: (string | null)[] = []

beforeAll(async () => {
  const { columns, close } = await testTelemetry()
  const noting =
    <Answer>(read: (sql: string) => Promise<Answer>) =>
    (sql: string) => {
      askedFor.push(organizationAtWork())
      return read(sql)
    }
  const noted: Columns = { ...columns, rows: noting(columns.rows) as Columns['rows'] }
  const telemetry = { ...openTelemetry({ ...noted, rowBinary: noting(columns.rowBinary) }), columns, close }
  api = await testApi({ telemetry, clock: { nowMs: () => nowMs } })
  things = await twoOrganizations(api.records.db)
  cookie = await signIn(api.app, emailOf('department-viewer'))
  headers = bearer(await tokenOf(api.app, cookie))
  await api.records.db.update(vessels).set({ name: '=Nína "Á"' }).where(eq(vessels.id, things.own.vesselId))
  await api.telemetry.append([anHour(things.own.vesselNumber)])
})
afterAll(() => api.close())

/** An engine at 600 rpm for twenty minutes and at 1500 rpm after them, which burns 7.2 and 36 L/hr at 10 and 20 kn. */
function anHour(vesselNumber: number) {
  const scalars: ScalarReading[] = []
  const fixes = []
  for (let second = 0; second < SECONDS; second++) {
    const timeUs = START_US + second * 1_000_000
    const slow = second < 1200
    const kn = (slow ? 10 : 20) * (1852 / 3600)
    scalars.push(
      { timeUs, key: 'sog', instance: 0, value: kn },
      { timeUs, key: 'impact', instance: 0, value: 0.5 },
      { timeUs, key: 'engine_speed', instance: 1, value: slow ? 10 : 25 },
    )
    if (second % 5 === 0)
      scalars.push({ timeUs, key: 'fuel_rate', instance: 1, value: (slow ? 7.2 : 36) / 3_600_000 })
    fixes.push({ timeUs, latitudeDeg: 64 + second * 1e-4, longitudeDeg: -22, hdop: 1, valid: true })
  }
  return { vesselNumber, scalars, fixes, motion: [block(1), block(2)], ais: [], faults: [] }
}

function block(sensor: number): MotionBlock {
  const column = (value: number) => new Int16Array(500).fill(value)
  return {
    sensor,
    startUs: START_US,
    intervalUs: 20_000,
    forceX: column(-250),
    forceY: column(0),
    forceZ: column(1000),
    // Sensor 2 has no attitude.
    roll: column(sensor === 1 ? 0 : -32768),
    pitch: column(100),
    yaw: column(0),
  }
}

const post = (url: string, payload: object, as = headers) =>
  api.app.inject({ method: 'POST', url, headers: as, payload })
const rawData = (requestType: string, change: object = {}, place: Place = 'own') =>
  post('/downloads/raw-data', {
    trip_id: things[place].tripId,
    company_id: things[place].organizationId,
    requestType,
    ...change,
  })
const linkOf = async (answer: ReturnType<typeof post>) =>
  (await answer).json<{ data: { download_link: string; id: string } }>().data
const open = (url: string, as: Record<string, string> = { cookie }) => api.app.inject({ url, headers: as })
const fileOf = async (answer: ReturnType<typeof post>) => open((await linkOf(answer)).download_link)
const rowsOf = (csv: string) =>
  csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

test('writes nothing outside the caller’s reach, whatever owner a request names', async () => {
  for (const place of ['foreign', 'sibling', 'parent'] as const)
    expect([place, (await rawData('calc', {}, place)).statusCode]).toEqual([place, 404])
  expect((await rawData('calc', { company_id: things.foreign.organizationId })).statusCode).toBe(404)
  const { vesselId: id_str, organizationId: company_id } = things.foreign
  const statistics = { id_str, company_id: things.own.organizationId, data_type: 'vessel' }
  expect((await post('/downloads/statistics', statistics)).statusCode).toBe(404)
  expect((await post('/downloads/statistics', { ...statistics, company_id })).statusCode).toBe(404)
})

test('reads in the name of the caller’s organization, for answers, files and documents', async () => {
  const { organizationId, vesselId } = things.own
  const range = { start_time: '2026-06-18T00:00:00Z', end_time: '2026-06-19T00:00:00Z' }
  const days = 'start_time=2026-06-18T00:00:00Z&end_time=2026-06-19T00:00:00Z'
  const link = (await linkOf(rawData('calc'))).download_link
  const calls: Record<string, () => Promise<{ statusCode: number }>> = {
    answer: () => post('/statistics/dashboard-statistics', { ...range, vessel_id: [vesselId] }),
    file: () => open(link),
    document: () => open(`/api/reports/pdf?${days}`),
  }
  for (const [name, call] of Object.entries(calls)) {
    askedFor.length = 0
    const { statusCode } = await call()
    expect([name, statusCode, new Set(askedFor)]).toEqual([name, 200, new Set([organizationId])])
  }
})

test('serves a link to the person who requested it, repeatedly, and to no one else', async () => {
  const { download_link, id } = await linkOf(rawData('calc'))
  expect(download_link).toMatch(/^\/downloads\/files\/[\w-]{43}$/)
  const other = await signIn(api.app, emailOf('super-admin'))
  const [own, bare, stranger, guess, again] = [
    await open(download_link),
    await open(download_link, {}),
    await open(download_link, { cookie: other }),
    await open(`/downloads/files/${'A'.repeat(43)}`),
    await open(download_link, headers),
  ]
  expect([own, bare, stranger, guess, again].map(({ statusCode }) => statusCode)).toEqual([
    200, 401, 404, 404, 200,
  ])
  expect(own.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition':
      'attachment; filename="-Nina-A-_2026-06-18T0900_calc.csv"; ' +
      "filename*=UTF-8''-N%C3%ADna-%C3%81-_2026-06-18T0900_calc.csv",
    'cache-control': 'no-store',
  })
  const asked = await api.app.inject({ url: `/downloads/${id}`, headers })
  expect(asked.json()).toMatchObject({ state: 'done', progress: 1, bytes: own.rawPayload.length })
  const theirs = await api.app.inject({
    url: `/downloads/${id}`,
    headers: bearer(await tokenOf(api.app, other)),
  })
  expect(theirs.statusCode).toBe(404)
  const [row] = await api.records.db.select().from(downloads).where(eq(downloads.id, id))
  expect(JSON.stringify(row)).not.toContain(download_link.slice(-43))
  expect(row?.tokenHash).toBe(createHash('sha256').update(download_link.slice(-43)).digest('hex'))
})

test('expires a link after a quarter of an hour, and at once when the right is gone', async () => {
  const { download_link } = await linkOf(rawData('calc'))
  nowMs += 14 * 60_000
  expect((await open(download_link, { cookie })).statusCode).toBe(200)
  nowMs += 2 * 60_000
  expect((await open(download_link, { cookie })).statusCode).toBe(404)
  const fresh = (await linkOf(rawData('calc'))).download_link
  const { db } = api.records
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.email, emailOf('department-viewer')))
  const move = (departmentId: string) =>
    db
      .update(users)
      .set({ departmentId })
      .where(eq(users.id, user?.id ?? ''))
  await move(things.sibling.departmentId)
  nowMs += 5000
  expect((await open(fresh, { cookie })).statusCode).toBe(404)
  await move(things.own.departmentId)
  nowMs += 5000
  expect((await open(fresh, { cookie })).statusCode).toBe(200)
})

test('writes general data by the second in wire units', async () => {
  const [header, first, ...rest] = rowsOf((await fileOf(rawData('calc'))).body)
  expect(header).toEqual(['time [UTC]', 'latitude [deg]', 'longitude [deg]', 'sog [kn]', 'impact [g]'])
  expect(first).toEqual(['2026-06-18T09:00:00.000Z', '64.0000000', '-22.0000000', '10.0000', '0.500'])
  expect(rest).toHaveLength(SECONDS - 1)
  expect(rest.at(-1)?.[0]).toBe('2026-06-18T09:59:59.000Z')
})

test('writes every engine by the second, and eco speed beside speed', async () => {
  const engine = rowsOf((await fileOf(rawData('engine'))).body)
  expect(engine[0]).toEqual(['time [UTC]', 'engine_speed_1 [rpm]', 'fuel_rate_1 [L/hr]'])
  expect(engine[2]).toEqual(['2026-06-18T09:00:01.000Z', '600.00', '7.200'])
  const eco = rowsOf((await fileOf(rawData('eco_sog'))).body)
  expect(eco[0]?.slice(3)).toEqual([
    'sog [kn]',
    'in_eco_speed_ratio._30s [ratio]',
    'eco_speed [kn]',
    'eco_band_from [kn]',
    'eco_band_to [kn]',
    'in_eco_speed',
  ])
  expect(eco).toHaveLength(SECONDS + 1)
})

test('writes every sample of every sensor, and their seconds', async () => {
  const full = rowsOf((await fileOf(rawData('imu_full_res'))).body)
  expect(full).toHaveLength(1001)
  expect(full[0]).toEqual([
    'time [UTC]',
    'sensor',
    ...['force_x [g]', 'force_y [g]', 'force_z [g]'],
    ...['euler_x [deg]', 'euler_y [deg]', 'euler_z [deg]'],
  ])
  expect(full[3]).toEqual([
    '2026-06-18T09:00:00.020000Z',
    '1',
    '-0.250',
    '0.000',
    '1.000',
    '0.000',
    '0.573',
    '0.000',
  ])
  const seconds = rowsOf((await fileOf(rawData('imu'))).body)
  const column = (name: string) => seconds[0]?.indexOf(name) ?? -1
  expect(seconds[0]).toContain('impact_1_avg [g]')
  // Ten seconds of a pull astern that the attitude does not explain.
  expect(Number(seconds[5]?.[column('impact_x_1_max [g]')])).toBeCloseTo(-0.26, 2)
  expect(seconds[5]?.[column('impact [g]')]).toBe('0.500')
  expect(seconds[15]?.[column('impact_x_1_max [g]')]).toBe('')
})

test('lists the trips of the day, whatever a boat is called', async () => {
  const [header = [], row = []] = rowsOf((await fileOf(rawData('trip_date'))).body)
  expect(header.slice(0, 4)).toEqual(['start_time [UTC]', 'end_time [UTC]', 'vessel', 'captain'])
  expect(row.slice(0, 6)).toEqual([
    '2026-06-18T09:00:00.000Z',
    '2026-06-18T10:00:00.000Z',
    `"'=Nína ""Á"""`,
    '',
    '60.0',
    '19.438',
  ])
})

test('sums up engines as ratios of sums, without ignored fuel', async () => {
  const statistics = (change: object = {}) =>
    post('/downloads/statistics', {
      id_str: things.own.tripId,
      company_id: things.own.organizationId,
      data_type: 'trip',
      ...change,
    })
  const profile = async (change: object = {}) =>
    rowsOf((await fileOf(statistics(change))).body).map((row) => row.slice(0, 8))
  expect(await profile()).toEqual([
    [
      'engine',
      'engine_speed_from [rpm]',
      'engine_speed_to [rpm]',
      'time [s]',
      'fuel_rate [L/hr]',
      'fuel_consumption [L]',
      'avg_sog [kn]',
      'fuel_rate_per_mile [L/nmi]',
    ],
    ['1', '0', '1000', '1200', '7.20', '2.400', '10.00', '0.720'],
    ['1', '1000', '2000', '2399', '36.00', '23.990', '20.00', '1.800'],
  ])
  const vessel = { data_type: 'vessel', id_str: things.own.vesselId, step_size: 500.9 }
  expect((await profile(vessel)).map((row) => row.slice(1, 4))).toEqual([
    ['engine_speed_from [rpm]', 'engine_speed_to [rpm]', 'time [s]'],
    ['500', '1000', '1200'],
    ['1500', '2000', '2399'],
  ])
  expect(
    await profile({ ...vessel, start: '2026-06-19T00:00:00Z', end: '2026-07-01T00:00:00Z' }),
  ).toHaveLength(1)
  const setSea = (seaState: 'ashore' | 'assumed') =>
    api.records.db.update(trips).set({ seaState }).where(eq(trips.id, things.own.tripId))
  await setSea('ashore')
  expect(await profile(vessel), 'a trip that counts nowhere').toHaveLength(1)
  expect(await profile(), 'the same trip asked for by itself').toHaveLength(3)
  await setSea('assumed')
  const ignore = (ignoredFuelPeriods: object[]) =>
    api.records.db
      .update(vessels)
      .set({ ignoredFuelPeriods: ignoredFuelPeriods as never })
      .where(eq(vessels.id, things.own.vesselId))
  await ignore([{ type: 'before_date', start_time: null, end_time: '2026-06-18T09:10:00Z', comment: null }])
  expect((await profile())[1]?.slice(3, 6)).toEqual(['1200', '7.20', '1.200'])
  await ignore([])
  for (const step_size of [0, 1_000_001, 'x']) expect((await statistics({ step_size })).statusCode).toBe(400)
  expect((await statistics({ start: 200, end: 100 })).json().message).toBe('end is before start.')
})

test('counts miles and their cost only above 3 kn', async () => {
  const scalars = Array.from({ length: 120 }, (_, second): ScalarReading[] => {
    const timeUs = START_US + (second + SECONDS) * 1_000_000
    return [
      { timeUs, key: 'sog', instance: 0, value: knToMps(second < 60 ? 3 : 4) },
      { timeUs, key: 'engine_speed', instance: 1, value: 5 },
      { timeUs, key: 'fuel_rate', instance: 1, value: 4 / 3_600_000 },
    ]
  }).flat()
  const { vesselNumber } = things.sibling
  await api.telemetry.append([{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }])
  const interval = { vesselNumber, fromUs: START_US, toUs: START_US + 2 * SECONDS * 1_000_000 }
  const choice = { intervals: [interval], stepRpm: 1000, ignored: [] }
  const rows: number[][] = []
  for await (const { values } of engineProfileTable(api.telemetry, choice).pages)
    rows.push(values.map(([first]) => Number(first)))
  const [, , , seconds, , , sog, perMile] = rows[0] ?? []
  expect(rows).toHaveLength(1)
  expect([seconds, sog, perMile]).toEqual([119, expect.closeTo(3.5, 1), expect.closeTo(1, 6)])
})

test.each(['parquet', 'gpx', 'geojson'] as const)(
  'writes tracks as %s, and reports when there is none',
  async (format) => {
    const track = await fileOf(rawData('calc', { format }))
    expect(track.statusCode).toBe(200)
    expect(track.headers['content-disposition']).toContain(`_calc.${format}"`)
    if (format === 'geojson') expect(track.json().features).toHaveLength(SECONDS)
    if (format === 'gpx') expect(track.body.match(/<trkpt/g)).toHaveLength(SECONDS)
    if (format === 'parquet') expect(track.rawPayload.subarray(-4).toString()).toBe('PAR1')
    const none = await rawData('imu_full_res', { format })
    if (format === 'parquet') expect(none.statusCode).toBe(200)
    else expect(none.json().message).toBe('imu_full_res has no track: ask for it as csv or parquet.')
  },
)

test('allows any number of downloads, but holds a limited number of links for one caller', async () => {
  await api.records.db.delete(downloads)
  const answers = await Promise.all(Array.from({ length: 60 }, () => rawData('calc')))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect((await rawData('calc')).json().code).toBe('too_many')
})

test('exports nothing outside the reach, and shows an export to those who see all of it', async () => {
  const ask = (body: object, as = headers) => {
    nowMs += 1
    return post('/api/exports', { kind: 'trips', ...body }, as)
  }
  for (const place of ['foreign', 'sibling', 'parent'] as const) {
    const { vesselId: vessel_id, departmentId: department_id } = things[place]
    expect([place, (await ask({ vessel_id })).statusCode]).toEqual([place, 404])
    expect([place, (await ask({ department_id })).statusCode]).toEqual([place, 404])
  }
  expect(
    (await ask({ vessel_id: things.own.vesselId, department_id: things.own.departmentId })).statusCode,
  ).toBe(400)
  expect((await ask({ kind: 'motion', format: 'geojson' })).statusCode).toBe(400)
  expect((await ask({ start: 200, end: 100 })).json().message).toBe('end is not after start.')

  const admin = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin'))))
  const seenBy = async (as: typeof headers) =>
    (await api.app.inject({ url: '/api/exports', headers: as }))
      .json()
      .data.map(({ id }: { id: string }) => id)
  const whole = (await ask({}, admin)).json().id
  const sibling = (await ask({ vessel_id: things.sibling.vesselId }, admin)).json().id
  const below = (await ask({ department_id: things.child.departmentId }, admin)).json().id
  const mine = (await ask({})).json()
  expect(mine).toMatchObject({ kind: 'trips', format: 'csv', state: 'waiting', vessel: null, bytes: null })
  expect(await seenBy(admin)).toEqual([mine.id, below, sibling, whole])
  expect(await seenBy(headers)).toEqual([mine.id, below])
  const remove = (id: string, as: typeof headers) =>
    api.app.inject({ method: 'DELETE', url: `/api/exports/${id}`, headers: as })
  // The caller can see it, but another user requested it.
  expect((await remove(below, headers)).statusCode).toBe(403)
  for (const id of [sibling, whole]) expect((await remove(id, headers)).statusCode).toBe(404)
  expect([(await remove(mine.id, headers)).statusCode, (await remove(below, admin)).statusCode]).toEqual([
    200, 200,
  ])
})

async function writeExports(freeBytes: number) {
  const queue = await openExportQueue({
    ...{ db: api.records.db, telemetry: api.telemetry, clock: { nowMs: () => nowMs }, log: silentLog },
    ...{ bus: api.bus, files: api.sharedFiles, scratch: api.scratch, freeBytes },
  })
  await queue.idle()
  await queue.close()
}

test('continues the file of a broken-off export download, only for those who see it', async () => {
  const { db } = api.records
  nowMs += 1
  const made = (await post('/api/exports', { kind: 'seconds', vessel_id: things.own.vesselId })).json()
  await writeExports(0)
  const url = `/downloads/exports/${made.id}`
  const get = (more: Record<string, string> = {}, as: Record<string, string> = { cookie }) =>
    api.app.inject({ url, headers: { ...as, ...more } })
  const whole = await get()
  expect(whole.headers).toMatchObject({
    ...{ 'content-type': 'application/zip', 'accept-ranges': 'bytes', 'cache-control': 'no-store' },
    'content-disposition': expect.stringContaining('_seconds_2026-06-18.zip"'),
  })
  expect(whole.rawPayload.subarray(0, 2).toString()).toBe('PK')
  const size = whole.rawPayload.length
  expect((await api.app.inject({ url: `/api/exports`, headers })).json().data[0]).toMatchObject({
    ...{ id: made.id, state: 'done', progress: 1, rows: SECONDS, bytes: size },
  })
  const rest = await get({ range: 'bytes=1000-' })
  expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, `bytes 1000-${size - 1}/${size}`])
  expect(rest.rawPayload.equals(whole.rawPayload.subarray(1000))).toBe(true)
  const same = await get({ range: 'bytes=0-9', 'if-range': String(whole.headers.etag) })
  const other = await get({ range: 'bytes=0-9', 'if-range': '"another"' })
  expect([same.rawPayload.length, other.statusCode, other.rawPayload.length]).toEqual([10, 200, size])
  expect((await get({ range: `bytes=${size}-` })).statusCode).toBe(416)
  const head = await api.app.inject({ method: 'HEAD', url, headers: { cookie } })
  expect([head.headers['content-length'], head.rawPayload.length]).toEqual([String(size), 0])

  expect((await get({}, {})).statusCode).toBe(401)
  for (const id of [randomUUID(), 'x', '..%2f..%2fetc%2fpasswd'])
    expect((await api.app.inject({ url: `/downloads/exports/${id}`, headers })).statusCode).toBe(404)
  const admin = await signIn(api.app, emailOf('organization-admin'))
  expect((await get({}, { cookie: admin })).statusCode).toBe(200)
  // A line for each of three whole files and one beginning; a continued download has no line of its own.
  const lines = await db.select().from(auditLog).where(eq(auditLog.subjectId, made.id))
  expect(lines.map(({ act }) => act).sort()).toEqual([
    'export.create',
    ...['export.download', 'export.download', 'export.download', 'export.download'],
  ])
  await db
    .update(vessels)
    .set({ departmentId: things.sibling.departmentId })
    .where(eq(vessels.id, things.own.vesselId))
  expect((await get()).statusCode).toBe(404)
  await db
    .update(vessels)
    .set({ departmentId: things.own.departmentId })
    .where(eq(vessels.id, things.own.vesselId))
})

test('charges a key for an export on request, continues its download, and refunds it when it fails', async () => {
  const { db } = api.records
  const { organizationId, vesselId, departmentId } = things.own
  const key = (place: Place) => addKey(db, things[place], 'department-viewer')
  const [own, other, elsewhere, foreign] = [
    await key('own'),
    await key('own'),
    await key('sibling'),
    await key('foreign'),
  ]
  const ask = (as: typeof own, body: object) => post('/public/v1/exports', body, as.headers)
  expect((await ask(foreign, { kind: 'trips', vessel_id: vesselId })).statusCode).toBe(404)
  expect((await ask(elsewhere, { kind: 'trips', vessel_id: vesselId })).statusCode).toBe(404)
  expect((await ask(own, { kind: 'trips', mail_when_ready: true })).statusCode).toBe(400)
  const left = async () => (await readQuota(db, organizationId, nowMs)).left
  const before = await left()
  const asked = await ask(own, { kind: 'trips', department_id: departmentId })
  const made = asked.json<FleetExport>()
  expect([asked.headers['credits-spent'], before - (await left())]).toEqual(['50', 50])
  expect(made).toMatchObject({ state: 'waiting', user: null, api_key: { id: own.id, name: 'Weather bot' } })
  await writeExports(0)
  const url = `/public/v1/downloads/exports/${made.id}`
  const get = (as: Record<string, string>, at = url) => api.app.inject({ url: at, headers: as })
  const state = (await get(own.headers, `/public/v1/exports/${made.id}`)).json<FleetExport>()
  const whole = await get(own.headers)
  expect([state.state, state.bytes, whole.statusCode]).toEqual(['done', whole.rawPayload.length, 200])
  const rest = await get({ ...other.headers, range: 'bytes=100-' })
  expect([rest.statusCode, rest.rawPayload.equals(whole.rawPayload.subarray(100))]).toEqual([206, true])
  for (const as of [elsewhere, foreign]) {
    expect((await get(as.headers)).statusCode).toBe(404)
    expect((await get(as.headers, `/public/v1/exports/${made.id}`)).statusCode).toBe(404)
  }
  expect([
    (await get({})).statusCode,
    (await get(headers)).statusCode,
    (await get({ cookie })).statusCode,
  ]).toEqual([401, 401, 401])
  const remove = (as: typeof own) =>
    api.app.inject({ method: 'DELETE', url: `/public/v1/exports/${made.id}`, headers: as.headers })
  expect([(await remove(other)).statusCode, (await remove(own)).statusCode]).toEqual([403, 200])
  expect((await get(own.headers)).statusCode).toBe(404)
  const beforeFailed = await left()
  await ask(own, { kind: 'trips', department_id: departmentId })
  await writeExports(Number.MAX_SAFE_INTEGER)
  expect(await left()).toBe(beforeFailed)
})

test('charges the first key that fetches a file which a person requested, once', async () => {
  const { db } = api.records
  const { organizationId, departmentId } = things.own
  const keyOf = (place: Place) => addKey(db, things[place], 'department-viewer')
  const firstKey = await keyOf('own')
  const first = firstKey.headers
  const [second, elsewhere] = [(await keyOf('own')).headers, (await keyOf('sibling')).headers]
  nowMs += 1
  const { id } = (await post('/api/exports', { kind: 'trips', department_id: departmentId })).json()
  await writeExports(0)
  const grant = (apiCreditsADay: number) =>
    db
      .update(organizations)
      .set({ apiCreditsADay, apiCreditsSpent: 0 })
      .where(eq(organizations.id, organizationId))
  const get = async (as: Record<string, string>, more: Record<string, string> = {}) => {
    const { statusCode, headers } = await api.app.inject({
      ...{ url: `/public/v1/downloads/exports/${id}`, headers: { ...as, ...more } },
    })
    return [statusCode, headers['credits-spent'], headers['ratelimit-remaining']]
  }
  await grant(60)
  expect(await get(elsewhere)).toEqual([404, undefined, undefined])
  await grant(49)
  // The end of a file costs as much as the whole, and a refusal costs nothing.
  expect(await get(first, { range: 'bytes=10-' })).toEqual([402, '0', '49'])
  await grant(60)
  expect(await get(first, { range: 'bytes=10-' })).toEqual([206, '50', '10'])
  expect(await get(first)).toEqual([200, '0', '10'])
  expect(await get(second)).toEqual([200, '0', '10'])
  const paying = await db.query.apiKeys.findFirst({ where: ({ id: keyId }) => eq(keyId, firstKey.id) })
  expect(paying?.usedCreditsTotal).toBe(50)
  await grant(10_000)
})

test('limits the waiting exports of an organization', async () => {
  const answers = []
  for (let i = 0; i < 21; i++) answers.push((await post('/api/exports', { kind: 'alerts' })).statusCode)
  expect([answers.at(0), answers.at(-1)]).toEqual([200, 429])
})
