import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knToMps } from '#contract/domain/units.ts'
import { publicPathOf } from '#contract/wire/endpoint.ts'
import { createVessel, type Vessel } from '#contract/wire/vessel.ts'
import { recomputationsSince } from '#server/records/recomputations.ts'
import { loadDirectory } from '#server/records/vesselDirectory.ts'
import { pairings, trips, vessels } from '#server/stores/relational/schema.ts'
import { playReadings } from '#server/testing/playMovement.ts'
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
  tripOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { emptyDeletedVessels } from './emptyDeletedVessels.ts'

let api: TestApi
let things: Record<Place, Thing>
let admin: { authorization: string }

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  admin = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin'))))
})
afterAll(() => api.close())

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = admin) =>
  api.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
let made = 0
/** Each with its own name, because names are unique in an organization. */
const needed = () => ({
  name: `Njála ${++made}`,
  department_id: things.own.departmentId,
  length: 9.3,
  beam_overall: 3.1,
  top_speed: 40,
  cruising_speed: 25.7,
  safety_speed_limit: 30,
})

test('refuses changes by viewers', async () => {
  for (const role of ['super-viewer', 'organization-viewer', 'department-viewer'] as const) {
    const viewer = bearer(await tokenOf(api.app, await signIn(api.app, emailOf(role))))
    const url = `/api/vessels/${things.own.vesselId}`
    const answers = [
      await send('POST', '/api/vessels', needed(), viewer),
      await send('PUT', url, { name: 'Mine' }, viewer),
      await send('DELETE', url, undefined, viewer),
      await send('PUT', `${url}/upload_image`, { encoded_picture: '' }, viewer),
      await send('DELETE', `${url}/remove_image`, undefined, viewer),
    ]
    expect([role, answers.map(({ statusCode }) => statusCode)]).toEqual([role, answers.map(() => 403)])
  }
})

test('returns a vessel as it was written', async () => {
  const form = {
    ...needed(),
    kind: 'rib',
    ext_ref_id: 'Ö-17',
    displacement_weight: 4.7,
    fuel_capacity: 640.1,
    fuel_type: 'diesel',
    nox_factor: 42,
    year_built: 1959,
    manufacturer: 'Rafnar',
    hull_identification_number: 'IS-RAF12A321',
    mmsi: '251234567',
    impact_limit: 2.5,
    target_fuel_rate: 1.3,
    guidance_mode: 'eco',
    dashboard_mode: 'chart',
  }
  const answer = await send('POST', '/api/vessels', form)
  expect(answer.statusCode).toBe(200)
  const made = answer.json<Vessel>()
  expect({ ...made, ...made.specs, ...made.system_settings }).toMatchObject(form)
  expect(made).toMatchObject({ status: 'unpaired', device: null, last_updated: null, picture_url: null })
  expect((await send('GET', `/api/vessels/${made.id}`)).json()).toEqual(made)
})

test('fills in defaults, and stores empty values as null', async () => {
  const made = (
    await send('POST', '/api/vessels', {
      ...needed(),
      hull_identification_number: '',
      mmsi: '',
      manufacturer: ' ',
    })
  ).json<Vessel>()
  expect(made.system_settings).toMatchObject({
    impact_limit: 3,
    guidance_mode: 'auto',
    dashboard_mode: 'auto',
    ignored_fuel_data_periods: [],
  })
  expect(made.specs).toMatchObject({
    fuel_type: 'petrol',
    hull_identification_number: null,
    mmsi: null,
    manufacturer: null,
  })
})

test.each([
  [{ name: '' }, 'This field is required'],
  [{ name: 'x'.repeat(51) }, 'Maximum 50 symbols'],
  [{ ext_ref_id: 'x'.repeat(101) }, 'Maximum 100 symbols'],
  [{ hull_identification_number: 'x'.repeat(13) }, 'Maximum 12 symbols'],
  [{ mmsi: '25123456' }, 'MMSI must be a 9-digit number'],
  [{ length: null }, 'This field is required'],
  [{ safety_speed_limit: undefined }, 'This field is required'],
  [{ impact_limit: 0 }, 'Enter a number greater than 0'],
  [{ top_speed: 1e9 }, 'This number is too large'],
  [{ cruising_speed: 40.1 }, 'Cruising speed can not be above top speed'],
  [{ year_built: 1958 }, 'year_built'],
  [{ fuel_type: 'coal' }, 'fuel_type'],
])('refuses %j', async (wrong, message) => {
  const answer = await send('POST', '/api/vessels', { ...needed(), ...wrong })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toContain(message)
})

test('checks one edited speed against the other, and accepts equal ones', async () => {
  const made = (await send('POST', '/api/vessels', { ...needed(), cruising_speed: 40 })).json<Vessel>()
  const edit = async (change: object) => {
    const { statusCode, body } = await send('PUT', `/api/vessels/${made.id}`, change)
    return [statusCode, body.includes('Cruising speed can not be above top speed')]
  }
  expect(await edit({ cruising_speed: 41 })).toEqual([400, true])
  expect(await edit({ top_speed: 39.9 })).toEqual([400, true])
  expect(await edit({ top_speed: 45, cruising_speed: 44 })).toEqual([200, false])
  expect((await send('GET', `/api/vessels/${made.id}`)).json().specs).toMatchObject({
    top_speed: 45,
    cruising_speed: 44,
  })
})

test('refuses a department of others', async () => {
  const url = `/api/vessels/${things.own.vesselId}`
  const foreign = { department_id: things.foreign.departmentId }
  expect((await send('POST', '/api/vessels', { ...needed(), ...foreign })).statusCode).toBe(400)
  expect((await send('PUT', url, foreign)).statusCode).toBe(400)
  const departmentAdmin = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('department-admin'))))
  const beside = { department_id: things.sibling.departmentId }
  expect((await send('PUT', url, beside, departmentAdmin)).statusCode).toBe(400)
})

test('keeps fields that are not given, and lists in an edit what changed', async () => {
  const url = `/api/vessels/${things.own.vesselId}`
  await send('PUT', url, { ...needed(), name: 'Own' })
  const changed = (await send('PUT', url, { safety_speed_limit: 22.5 })).json<Vessel>()
  expect(changed).toMatchObject({
    name: 'Own',
    specs: { length: 9.3 },
    system_settings: { safety_speed_limit: 22.5 },
  })
  const [line] = (await send('GET', '/api/audit?limit=1')).json().data
  expect(line).toMatchObject({
    act: 'vessel.update',
    before: { safety_speed_limit: 30 },
    after: { safety_speed_limit: 22.5 },
  })
})

test('finds all voyages again for another top speed, and not for a limit', async () => {
  const { vesselId } = things.sibling
  const recomputed: number[] = []
  const leave = api.bus.subscribe('recomputation.asked', (event) => recomputed.push(event.vesselNumber))
  const [her] = await api.records.db.select().from(vessels).where(eq(vessels.id, vesselId))
  const asked = async () =>
    (await recomputationsSince(api.records.db, 0)).filter((one) => one.vesselNumber === her?.number)
  await send('PUT', `/api/vessels/${vesselId}`, { safety_speed_limit: 20 })
  expect([await asked(), recomputed]).toEqual([[], []])
  await send('PUT', `/api/vessels/${vesselId}`, { top_speed: 61 })
  expect([(await asked()).map(({ step }) => step), recomputed]).toEqual([['voyages'], [her?.number]])
  leave()
})

test.each([
  { impact_limit: 3.25 },
  { safety_speed_limit: 18 },
  { top_speed: 66 },
  { cruising_speed: 19 },
  { fuel_type: 'diesel' },
  { nox_factor: 31 },
])('computes all trips by the vessel’s settings of today: %o', async (change) => {
  const { vesselId, organizationId } = things.sibling
  const { db } = api.records
  const revision = async () => {
    const rows = await db.select().from(trips).where(eq(trips.vesselId, vesselId)).orderBy(trips.startUs)
    return rows.map((trip) => trip.revision)
  }
  if ((await revision()).length === 0)
    await db.insert(trips).values(tripOf({ id: vesselId, organizationId }, Date.UTC(2026, 6, 1, 9) * 1000))
  const before = await revision()
  expect((await send('PUT', `/api/vessels/${vesselId}`, change)).statusCode).toBe(200)
  expect(await revision()).toEqual(before.map((one) => one + 1))
})

test('computes all trips again for a limit, and for an ignored period the trips within it', async () => {
  const { db } = api.records
  const { vesselId, organizationId } = things.child
  const url = `/api/vessels/${vesselId}`
  await db.insert(trips).values(tripOf({ id: vesselId, organizationId }, Date.UTC(2026, 6, 1, 9) * 1000))
  const revisions = async () => {
    const rows = await db.select().from(trips).where(eq(trips.vesselId, vesselId)).orderBy(trips.startUs)
    return rows.map(({ revision }) => revision)
  }
  const period = (day: string) => ({
    type: 'date_range',
    start_time: `2026-${day}T00:00:00Z`,
    end_time: `2026-${day}T23:00:00Z`,
    comment: 'Flow meter was off',
  })
  expect(await revisions()).toEqual([0, 0])
  await send('PUT', url, { manufacturer: 'Rafnar' })
  expect(await revisions()).toEqual([0, 0])
  await send('PUT', url, { safety_speed_limit: 20 })
  expect(await revisions()).toEqual([1, 1])
  const { system_settings } = (
    await send('PUT', url, { ignored_fuel_data_periods: [period('06-18')] })
  ).json<Vessel>()
  expect(await revisions()).toEqual([2, 1])
  const kept = system_settings.ignored_fuel_data_periods
  expect(kept).toMatchObject([{ comment: 'Flow meter was off', start_time: '2026-06-18T00:00:00.000Z' }])
  await send('PUT', url, { ignored_fuel_data_periods: [...kept, period('07-01')] })
  expect(await revisions()).toEqual([2, 2])
  await send('PUT', url, { ignored_fuel_data_periods: [] })
  expect(await revisions()).toEqual([3, 3])
  const before = { type: 'before_date', start_time: null, end_time: '2026-06-20T00:00:00Z', comment: null }
  await send('PUT', url, { ignored_fuel_data_periods: [before] })
  expect(await revisions()).toEqual([4, 3])
})

test.each([
  [{ type: 'date_range', start_time: null, end_time: '2026-06-18T00:00:00Z' }, 'Start date is required'],
  [{ type: 'date_range', start_time: '2026-06-18T00:00:00Z', end_time: null }, 'End date is required'],
  [
    { type: 'date_range', start_time: '2026-06-19T00:00:00Z', end_time: '2026-06-18T00:00:00Z' },
    'Start date must be before end date',
  ],
  [{ type: 'before_date', start_time: null, end_time: null }, 'Before date is required'],
  [{ type: 'after_date', start_time: null, end_time: null }, 'After date is required'],
])('refuses to ignore %j', async (period, message) => {
  const answer = await send('PUT', `/api/vessels/${things.own.vesselId}`, {
    ignored_fuel_data_periods: [{ comment: null, ...period }],
  })
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(message)])
})

test('stores and removes a picture, completely or not at all', async () => {
  const url = `/api/vessels/${things.own.vesselId}`
  const png = (width: number) =>
    sharp({ create: { width, height: 300, channels: 3, background: 'navy' } })
      .png()
      .toBuffer()
  const upload = async (bytes: Buffer) =>
    send('PUT', `${url}/upload_image`, { encoded_picture: bytes.toString('base64') })
  // Only pictures of people have a minimum size.
  expect((await upload(await png(100))).statusCode).toBe(200)
  expect((await upload(Buffer.from('no picture'))).statusCode).toBe(400)
  const { picture_url } = (await upload(await png(600))).json<Vessel>()
  const shown = await send('GET', picture_url ?? '')
  expect([shown.statusCode, (await sharp(shown.rawPayload).metadata()).width]).toEqual([200, 1152])
  const gone = (await send('DELETE', `${url}/remove_image`)).json<Vessel>()
  expect(gone.picture_url).toBeNull()
  expect((await send('GET', picture_url ?? '')).statusCode).toBe(404)
})

test('accepts a picture with a new vessel', async () => {
  const bytes = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer()
  const answer = await send('POST', '/api/vessels', {
    ...needed(),
    vessel_picture: `data:image/jpeg;base64,${bytes.toString('base64')}`,
  })
  expect(answer.json<Vessel>().picture_url).toMatch(/^\/api\/pictures\//)
})

test('shows what the vessel is doing at this moment', async () => {
  const url = `/api/vessels/${things.own.vesselId}`
  await send('PUT', url, { safety_speed_limit: 22.5 })
  expect((await send('GET', `${url}/general`)).json()).toEqual({
    ...{ last_updated: null, cog: null, sog: null, impact: null, impact_time: null, lat: null, lon: null },
    ...{ rog: 22.5, sog_derived: false },
  })
})

test('removes a deleted vessel and its own data from every list, and nothing else', async () => {
  const { db } = api.records
  const { vesselId, vesselNumber, tripId, alertId, captainId } = things.sibling
  await api.telemetry.append([
    playReadings(vesselNumber, '09:00 12kn, 09:10 0kn'),
    playReadings(things.own.vesselNumber, '09:00 12kn, 09:10 0kn'),
  ])
  await db.update(trips).set({ captainId, rankPoints: 700 }).where(eq(trips.id, tripId))
  const [pairing] = await db.select().from(pairings).where(eq(pairings.vesselId, vesselId))
  const lists = ['/api/vessels', '/api/vessels/map', '/api/trips', '/api/alerts', '/api/comments']
  const naming = async (id: string) => {
    const answers = await Promise.all(lists.map((list) => send('GET', list)))
    return answers.map(({ body }) => body.includes(id))
  }
  expect(await naming(vesselId)).toEqual(lists.map(() => true))

  expect((await send('DELETE', `/api/vessels/${vesselId}`)).statusCode).toBe(200)
  expect(await naming(vesselId)).toEqual(lists.map(() => false))
  expect(await naming(things.own.vesselId)).toEqual(lists.map(() => true))
  for (const url of [
    `/api/vessels/${vesselId}`,
    `/api/vessels/${vesselId}/sensors`,
    `/api/trips/${tripId}`,
    `/api/alerts/${alertId}`,
  ]) {
    expect([url, (await send('GET', url)).statusCode]).toEqual([url, 404])
  }
  const report = await send('POST', '/statistics/dashboard-statistics', {
    start_time: '2026-06-01T00:00:00Z',
    end_time: '2026-07-01T00:00:00Z',
    vessel_id: [vesselId],
  })
  expect(report.json().stats.summary.nr_trips).toBe(0)
  expect((await send('DELETE', `/api/vessels/${vesselId}`)).statusCode).toBe(404)
  expect((await loadDirectory(db)).has(vesselNumber)).toBe(false)

  const [freed] = await db
    .select()
    .from(pairings)
    .where(eq(pairings.id, pairing?.id ?? 0))
  expect(freed).toMatchObject({ vesselId: null, deviceId: pairing?.deviceId, unpairedAt: expect.any(Date) })
  const [earned] = await db.select().from(trips).where(eq(trips.id, tripId))
  expect(earned).toMatchObject({ captainId, rankPoints: 700, isDeleted: false })
})

test('removes samples of a deleted vessel a little later, once, and no others', async () => {
  const { vesselId, vesselNumber } = things.sibling
  const { db } = api.records
  const removed: number[] = []
  const telemetry = {
    ...api.telemetry,
    removeVessel: (number: number) => {
      removed.push(number)
      return api.telemetry.removeVessel(number)
    },
  }
  const at = (laterMs: number) => ({ nowMs: () => Date.now() + laterMs })
  await emptyDeletedVessels({ db, telemetry, clock: at(0) })
  expect(await api.telemetry.intervals.extent(vesselNumber)).not.toBeNull()
  await emptyDeletedVessels({ db, telemetry, clock: at(120_000) })
  await emptyDeletedVessels({ db, telemetry, clock: at(120_000) })
  expect(removed).toEqual([vesselNumber])
  expect(await api.telemetry.intervals.extent(vesselNumber)).toBeNull()
  expect(await api.telemetry.intervals.extent(things.own.vesselNumber)).not.toBeNull()
  const [row] = await db.select().from(vessels).where(eq(vessels.id, vesselId))
  expect(row?.emptiedAt).not.toBeNull()
})

test('counts a department as empty once its vessels are deleted', async () => {
  const make = (body: object) => send('POST', '/api/departments', body)
  const form = { contact: 'a@b.example', country: 'Iceland', region: '' }
  const { id } = (await make({ ...form, name: 'Short', parent_id: things.parent.departmentId })).json()
  const vessel = (await send('POST', '/api/vessels', { ...needed(), department_id: id })).json<Vessel>()
  expect((await send('DELETE', `/api/departments/${id}`)).statusCode).not.toBe(200)
  await send('DELETE', `/api/vessels/${vessel.id}`)
  expect((await send('DELETE', `/api/departments/${id}`)).statusCode).toBe(200)
})

test('stores speeds in m/s', async () => {
  const made = (await send('POST', '/api/vessels', needed())).json<Vessel>()
  const [row] = await api.records.db.select().from(vessels).where(eq(vessels.id, made.id))
  expect(row?.safetySpeedLimitMps).toBeCloseTo(knToMps(30), 9)
  expect(row?.fuelCapacityM3).toBeNull()
})

test('refuses a name that another vessel has, ignoring case and accents, also when two come at once', async () => {
  const make = (name: string) => send('POST', '/api/vessels', { ...needed(), name })
  const first = (await make('Sæbjörg')).json<Vessel>()
  const refusal = { code: 'NAME_IN_USE', message: 'A vessel of this name exists already.' }
  for (const name of ['Sæbjörg', ' SAEBJORG ', 'sæbjorg']) {
    const answer = await make(name)
    expect([name, answer.statusCode, answer.json()]).toEqual([name, 409, refusal])
  }
  const second = (await make('Ásgrímur')).json<Vessel>()
  expect((await send('PUT', `/api/vessels/${second.id}`, { name: 'saebjorg' })).json()).toEqual(refusal)
  expect((await send('PUT', `/api/vessels/${first.id}`, { name: 'SÆBJÖRG' })).statusCode).toBe(200)
  const rivals = await Promise.all(['Hafbjörg', 'hafbjorg', 'HAFBJÖRG'].map(make))
  expect(rivals.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  const { headers } = await addKey(api.records.db, things.own, 'organization-admin')
  const byKey = await send('POST', publicPathOf(createVessel), { ...needed(), name: 'HAFBJORG' }, headers)
  expect([byKey.statusCode, byKey.json()]).toEqual([409, refusal])
  // The name of a vessel that was deleted is free.
  await send('DELETE', `/api/vessels/${first.id}`)
  expect((await make('Sæbjörg')).statusCode).toBe(200)
})
