/** Reports as documents and by mail: their recipients and figures, and that each is sent once. */
import { asc, eq } from 'drizzle-orm'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import type { ScalarReading } from '#contract/domain/reading.ts'
import { DAY_MS, HOUR_MS, HOUR_S, MINUTE_MS } from '#contract/domain/time.ts'
import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { knToMps, L_PER_HR_M3PS } from '#contract/domain/units.ts'
import type { ReportSchedule } from '#contract/wire/reportSchedule.ts'
import type { DashboardStatistics } from '#contract/wire/statistics.ts'
import { isoDay, type makeReport } from '#server/downloads/reports/makeReport.ts'
import { openReportPdfs } from '#server/downloads/reports/reportPdfs.ts'
import { openReportQueue, type ReportLetter } from '#server/downloads/reports/reportQueue.ts'
import { startProcessing } from '#server/processing/loop/startProcessing.ts'
import { updateUser } from '#server/records/users.ts'
import {
  departments,
  organizations,
  reportDeliveries,
  reportSchedules,
  users,
  vessels,
} from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import {
  addPerson,
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
import { documentFormats } from '#server/words/documentFormats.ts'

/** Thursday; the Monday after is the 13th, and six in the morning in Rome is four of UTC. */
const THURSDAY = Date.UTC(2026, 6, 9, 12)
const MONDAY = Date.UTC(2026, 6, 13, 4)
const clock = fixedClock(THURSDAY)

let api: TestApi
let things: Record<Place, Thing>
let reader: string
const headers = {} as Record<'admin' | 'viewer' | 'manager', { authorization: string }>
let letters: ReportLetter[] = []
let refusing: Error | null = null

beforeAll(async () => {
  api = await testApi({ clock })
  const { db } = api.records
  things = await twoOrganizations(db)
  await db
    .update(organizations)
    .set({ timeZone: 'Europe/Rome' })
    .where(eq(organizations.id, things.own.organizationId))
  const token = async (roleId: RoleId) =>
    bearer(await tokenOf(api.app, await signIn(api.app, emailOf(roleId))))
  headers.admin = await token('organization-admin')
  headers.viewer = await token('department-viewer')
  headers.manager = await token('department-admin')
  reader = await db.transaction((tx) => addPerson(tx, things.own, 'department-viewer'))
  await db
    .update(vessels)
    .set({ safetySpeedLimitMps: knToMps(20), topSpeedMps: knToMps(40), captainId: things.own.captainId })
    .where(eq(vessels.id, things.own.vesselId))
  for (const [place, kn] of [
    ['own', 12],
    ['sibling', 31],
  ] as const) {
    const readings = { motion: [], ais: [], faults: [], ...voyage(kn) }
    await api.telemetry.append([{ vesselNumber: things[place].vesselNumber, ...readings }])
  }
  const { telemetry, bus } = api
  const processing = await startProcessing({ db, telemetry, bus, log: silentLog, clock: fixedClock(MONDAY) })
  await processing.idle()
  await processing.close()
}, 120_000)
afterAll(() => api.close())
beforeEach(async () => {
  clock.set(THURSDAY)
  letters = []
  refusing = null
  await api.records.db.delete(reportDeliveries)
  await api.records.db.delete(reportSchedules)
})

/** Two hours due north on Wednesday, 8 July. */
function voyage(kn: number) {
  const scalars: ScalarReading[] = []
  const fixes = []
  const startS = Date.UTC(2026, 6, 8, 8) / 1000
  for (let second = 0; second <= 2 * HOUR_S; second++) {
    const timeUs = (startS + second) * 1_000_000
    const latitudeDeg = 63 + (kn * second) / 3600 / 60
    fixes.push({ timeUs, latitudeDeg, longitudeDeg: -22, hdop: 1, valid: true })
    scalars.push({ timeUs, key: 'sog', instance: 0, value: knToMps(kn) })
    scalars.push({ timeUs, key: 'fuel_rate', instance: 1, value: 55 / L_PER_HR_M3PS })
    scalars.push({ timeUs, key: 'impact', instance: 0, value: second % 100 === 50 ? 2.5 : 0.1 })
  }
  return { scalars, fixes }
}

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, as = headers.admin, payload?: object) =>
  api.app.inject({ method, url, headers: as, ...(payload && { payload }) })
const form = (more: object = {}) => ({
  ...{ name: 'Every Monday', period: 'week', enabled: true, send_now: false },
  ...{ department_id: things.own.departmentId, user_ids: [reader] },
  ...more,
})
async function schedule(more: object = {}): Promise<ReportSchedule> {
  const answer = await call('POST', '/api/report-schedules', headers.admin, form(more))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
/** Report without documents, for tests of recipients and times only. */
const withoutFiles: typeof makeReport = async (_stores, { fromDay, untilDay }) => ({
  ...{ whose: 'Own', days: '', from: isoDay(fromDay), until: isoDay(untilDay), figures: [], files: [] },
})
/** Sends all that is due, by a newly started server. */
async function send(isWhole = false) {
  const queue = openReportQueue({
    ...{ db: api.records.db, telemetry: api.telemetry, pdfs: openReportPdfs(), clock, log: silentLog },
    ...(!isWhole && { make: withoutFiles }),
    send: async (letter) => {
      if (refusing) throw refusing
      letters.push(letter)
    },
  })
  await queue.idle()
  await queue.close()
}
const sent = () => letters.map(({ to, from, until }) => [to, from, until])
const log = () => api.records.db.select().from(reportDeliveries).orderBy(asc(reportDeliveries.createdAt))
const emailOfReader = async () =>
  (await api.records.db.select().from(users).where(eq(users.id, reader)))[0]?.email ?? ''
const textOf = async (bytes: Uint8Array) =>
  (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replaceAll(/\s+/g, ' ')
const days = 'start_time=2026-07-01T00:00:00Z&end_time=2026-08-01T00:00:00Z'

test('refuses reports and schedules of a department that the caller does not manage', async () => {
  for (const [method, url] of [
    ['GET', '/api/report-schedules'],
    ['GET', '/api/report-deliveries'],
    ['POST', '/api/report-schedules'],
    ['GET', `/api/report-readers/${things.own.departmentId}`],
    ['GET', `/api/reports/pdf?preview=week&department_id=${things.own.departmentId}`],
  ] as const) {
    const answer = await call(method, url, headers.viewer, method === 'POST' ? form() : undefined)
    expect([url, answer.statusCode]).toEqual([url, 403])
  }
  expect((await api.app.inject({ url: `/api/reports/pdf?${days}` })).statusCode).toBe(401)
  const { departmentId } = things.sibling
  for (const url of [
    `/api/reports/pdf?preview=week&department_id=${departmentId}`,
    `/api/reports/pdf?${days}&department_id=${departmentId}`,
    `/api/report-readers/${departmentId}`,
  ])
    expect([url, (await call('GET', url, headers.manager)).statusCode]).toEqual([url, 404])
  const elsewhere = await call(
    'POST',
    '/api/report-schedules',
    headers.manager,
    form({ department_id: departmentId }),
  )
  expect([elsewhere.statusCode, elsewhere.json().message]).toEqual([
    400,
    expect.stringContaining('department_id'),
  ])
})

test('sends nothing to a person who does not see the department', async () => {
  const stranger = await call(
    'POST',
    '/api/report-schedules',
    headers.admin,
    form({ user_ids: [things.sibling.userId] }),
  )
  expect([stranger.statusCode, stranger.json().message]).toEqual([400, expect.stringContaining('user_ids')])
  const { data } = (await call('GET', `/api/report-readers/${things.own.departmentId}`)).json()
  const ids = data.map(({ id }: { id: string }) => id)
  expect(ids).toContain(reader)
  expect(ids).not.toContain(things.sibling.userId)
  expect(ids).not.toContain(things.foreign.userId)
})

test('has the figures of the console in the document, and of one department its own', async () => {
  const vessel_id = [things.own.vesselId, things.sibling.vesselId]
  const range = { start_time: '2026-07-01T00:00:00Z', end_time: '2026-08-01T00:00:00Z' }
  const asked = async (vessel_ids: string[]) =>
    (
      await call('POST', '/statistics/dashboard-statistics', headers.admin, {
        ...range,
        vessel_id: vessel_ids,
      })
    ).json<DashboardStatistics>().stats
  const formats = documentFormats('en', WIRE_UNITS)
  const whole = await asked(vessel_id)
  expect(whole.summary.nr_trips).toBe(2)
  const answer = await call('GET', `/api/reports/pdf?${days}`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  const text = await textOf(answer.rawPayload)
  const figures = ({ summary }: typeof whole) => [
    formats.duration(summary.total_duration),
    formats.quantity(summary.total_distance, 'nmi'),
    formats.quantity(summary.total_consumption, 'L'),
    formats.quantity(summary.co2_emissions, 'kg'),
    formats.quantity(summary.peak_sog, 'kn'),
    formats.quantity(summary.peak_impact, 'g'),
  ]
  for (const figure of figures(whole)) expect(text).toContain(figure)
  for (const { vessel_id: id, distance, fuel_consumption } of whole.table_stats.vessel_stats) {
    const name = id === things.own.vesselId ? 'Vessel own' : 'Vessel sibling'
    const line = text.slice(text.lastIndexOf(name))
    expect(line.slice(0, 120)).toContain(formats.quantity(distance, 'nmi'))
    expect(line.slice(0, 120)).toContain(formats.quantity(fuel_consumption, 'L'))
  }
  const part = await asked([things.own.vesselId])
  const own = await textOf(
    (await call('GET', `/api/reports/pdf?${days}&department_id=${things.own.departmentId}`)).rawPayload,
  )
  for (const figure of figures(part)) expect(own).toContain(figure)
  // Vessels with the same name get distinct names.
  const sibling = eq(vessels.id, things.sibling.vesselId)
  await api.records.db.update(vessels).set({ name: 'Vessel own' }).where(sibling)
  const alike = await textOf((await call('GET', `/api/reports/pdf?${days}`)).rawPayload)
  expect(alike).toContain('Vessel own · Own')
  expect(alike).toContain('Vessel own · Sibling')
  await api.records.db.update(vessels).set({ name: 'Vessel sibling' }).where(sibling)
  expect(own).not.toContain('Vessel sibling')
  expect(figures(part)[1]).not.toBe(figures(whole)[1])
})

test('is sent once when its week is over in the organization’s zone, with the figures of the preview', async () => {
  const { next_at } = await schedule()
  expect(next_at).toBe(new Date(MONDAY).toISOString())
  clock.set(MONDAY - 1)
  await send()
  expect(sent()).toEqual([])
  clock.set(MONDAY)
  await send(true)
  await send()
  clock.set(MONDAY + 2 * DAY_MS)
  await send()
  expect(sent()).toEqual([[await emailOfReader(), '2026-07-06', '2026-07-12']])
  const [{ files: [pdf, csv] = [], figures } = { figures: [] }] = letters
  const preview = `/api/reports/pdf?preview=week&department_id=${things.own.departmentId}`
  clock.set(MONDAY)
  const [mailed, seen] = [
    await textOf(pdf?.bytes ?? Buffer.alloc(0)),
    await textOf((await call('GET', preview)).rawPayload),
  ]
  expect(mailed).toBe(seen)
  expect(mailed).toContain(
    `Total Distance ${figures.find(([name]) => name === 'Distance')?.[1]}`.split(' ')[0],
  )
  expect(csv?.bytes.toString()).toMatch(/^\uFEFFname,trips,distance \[nmi\].*\r\n"Vessel own",1,24\.0/)
  clock.set(MONDAY + 2 * DAY_MS)
  expect((await call('GET', '/api/report-deliveries')).json().data).toMatchObject([
    {
      state: 'sent',
      from: '2026-07-06',
      until: '2026-07-12',
      email: await emailOfReader(),
      last_error: null,
    },
  ])
})

test('is worded in the language and units of its reader, while the table keeps the wire’s', async () => {
  await updateUser(api.records.db, reader, {
    ...{ language: 'is', units: { ...WIRE_UNITS, distance: 'km', speed: 'km/h' } },
  })
  await schedule()
  clock.set(MONDAY)
  await send(true)
  await updateUser(api.records.db, reader, { language: 'en', units: null })
  const [{ files: [pdf, csv] = [], language } = { language: null }] = letters
  const text = await textOf(pdf?.bytes ?? Buffer.alloc(0))
  expect([
    language,
    text.includes('Vikuskýrsla'),
    / 44,\d km/.test(text),
    / 22,\d km\/klst\./.test(text),
  ]).toEqual([...['is', true, true, true]])
  expect(csv?.bytes.toString()).toContain('distance [nmi]')
})

test('sends only the newest report after a downtime, once', async () => {
  await schedule()
  clock.set(MONDAY + 16 * DAY_MS)
  await send()
  await send()
  expect(sent()).toEqual([[await emailOfReader(), '2026-07-20', '2026-07-26']])
})

test('tries again when a mail server refuses, and logs the reason', async () => {
  await schedule()
  clock.set(MONDAY)
  refusing = new Error('451 try again later')
  await send()
  expect(await log()).toMatchObject([{ state: 'failed', attempts: 1, lastError: '451 try again later' }])
  refusing = null
  clock.set(MONDAY + 20 * MINUTE_MS)
  await send()
  expect(await log()).toMatchObject([{ state: 'sent', attempts: 2, lastError: null }])
  expect(letters).toHaveLength(1)
  clock.set(MONDAY + 7 * DAY_MS)
  refusing = new Error('550 no such mailbox')
  for (let i = 0; i < 120; i++) {
    await send()
    clock.set(clock.nowMs() + HOUR_MS / 2)
    if ((await log()).every(({ state }) => state === 'sent' || state === 'dead')) break
  }
  expect((await log()).map(({ state }) => state)).toEqual(['sent', 'dead'])
})

test('sends again what a crash interrupted, under the same id and marked as a repetition', async () => {
  await schedule()
  clock.set(MONDAY)
  let crashed: ReportLetter | undefined
  const queue = openReportQueue({
    ...{
      db: api.records.db,
      telemetry: api.telemetry,
      pdfs: openReportPdfs(),
      clock,
      log: silentLog,
      make: withoutFiles,
    },
    send: (letter) => {
      crashed = letter
      return new Promise(() => {})
    },
  })
  await expect.poll(() => crashed, { timeout: 20_000 }).toBeDefined()
  void queue.close()
  await send()
  expect(letters).toEqual([])
  clock.set(MONDAY + HOUR_MS)
  await api.records.db.update(reportDeliveries).set({ claimedUntil: new Date(0) })
  await send()
  expect(letters.map(({ id }) => id)).toEqual([crashed?.id])
  expect(await log()).toMatchObject([{ state: 'sent', maybeTwice: true, attempts: 2 }])
})

test('sends each report once from two processes, and gives up one that ended three', async () => {
  const { db } = api.records
  const other = await db.transaction((tx) => addPerson(tx, things.own, 'department-viewer'))
  await schedule({ user_ids: [reader, other] })
  clock.set(MONDAY)
  const goOn = Promise.withResolvers<void>()
  const open = () =>
    openReportQueue({
      ...{ db, telemetry: api.telemetry, pdfs: openReportPdfs(), clock, log: silentLog, make: withoutFiles },
      send: async (letter) => {
        letters.push(letter)
        await goOn.promise
      },
    })
  const processes = [open(), open()]
  await expect.poll(() => letters.length, { timeout: 20_000 }).toBe(1)
  // The organization has one report under way.
  goOn.resolve()
  for (const one of processes) await one.idle()
  for (const one of processes) one.wake()
  for (const one of processes) await one.idle()
  for (const one of processes) await one.close()
  expect(new Set(letters.map(({ id }) => id)).size).toBe(2)
  expect(letters).toHaveLength(2)

  clock.set(MONDAY + 7 * DAY_MS)
  refusing = new Error('451 try again later')
  await send()
  await db
    .update(reportDeliveries)
    .set({ nextAt: new Date(clock.nowMs()), claimedUntil: new Date(0), unanswered: 2 })
    .where(eq(reportDeliveries.state, 'failed'))
  refusing = null
  await send()
  expect(letters).toHaveLength(2)
  const given = (await log()).filter(({ state }) => state === 'dead')
  expect(given.map(({ lastError }) => lastError)).toEqual(['unanswered', 'unanswered'])
})

test('sends nothing more to a person without access, also nothing that is queued', async () => {
  const { db } = api.records
  const other = await db.transaction((tx) => addPerson(tx, things.own, 'department-viewer'))
  await schedule({ user_ids: [reader, other] })
  clock.set(MONDAY)
  refusing = new Error('451 try again later')
  await send()
  await updateUser(db, other, { departmentId: things.sibling.departmentId })
  refusing = null
  clock.set(MONDAY + 20 * MINUTE_MS)
  await send()
  expect(sent().map(([to]) => to)).toEqual([await emailOfReader()])
  expect((await log()).map(({ state }) => state).sort()).toEqual(['sent', 'skipped'])
  clock.set(MONDAY + 7 * DAY_MS)
  await send()
  expect(sent().map(([to]) => to)).toEqual([await emailOfReader(), await emailOfReader()])
  const [one] = (await call('GET', '/api/report-schedules')).json().data
  expect(
    one.recipients.map(({ id, may }: { id: string; may: boolean }) => [id === other, may]).sort(),
  ).toEqual([
    [false, true],
    [true, false],
  ])
})

test('sends nothing while paused, and catches up on nothing afterwards', async () => {
  const { id } = await schedule()
  const { send_now: _, ...fields } = form({ enabled: false })
  const paused = await call('PUT', `/api/report-schedules/${id}`, headers.admin, fields)
  expect(paused.json()).toMatchObject({ enabled: false, next_at: null })
  clock.set(MONDAY + HOUR_MS)
  await send()
  await call('PUT', `/api/report-schedules/${id}`, headers.admin, { ...fields, enabled: true })
  await send()
  expect(sent()).toEqual([])
  clock.set(MONDAY + 7 * DAY_MS)
  await send()
  expect(sent()).toHaveLength(1)
})

test('can be sent at once, and is not sent again when the next is due', async () => {
  await schedule({ send_now: true })
  await send()
  expect(sent()).toEqual([[await emailOfReader(), '2026-06-29', '2026-07-05']])
  clock.set(MONDAY)
  await send()
  expect(sent().map(([, from]) => from)).toEqual(['2026-06-29', '2026-07-06'])
})

test('sends nothing once deleted, and keeps its log', async () => {
  const { id } = await schedule()
  clock.set(MONDAY)
  await send()
  clock.set(MONDAY + 7 * DAY_MS)
  refusing = new Error('451 try again later')
  await send()
  await call('DELETE', `/api/report-schedules/${id}`)
  refusing = null
  clock.set(MONDAY + 8 * DAY_MS)
  await send()
  expect(letters).toHaveLength(1)
  expect((await call('GET', '/api/report-deliveries')).json().data).toMatchObject([
    { state: 'sent', name: 'Every Monday' },
  ])
})

test('covers the whole organization at the top level', async () => {
  const [top] = await api.records.db
    .select()
    .from(departments)
    .where(eq(departments.id, things.parent.departmentId))
  await schedule({ department_id: top?.id, user_ids: [things.parent.userId] })
  clock.set(MONDAY)
  await send(true)
  expect(letters[0]?.whose).toBe('One')
  expect(letters[0]?.files[1]?.bytes.toString()).toContain('"Vessel sibling"')
})
