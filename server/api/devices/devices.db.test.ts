import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/domain/time.ts'
import type { DeviceHealth } from '#contract/wire/deviceHealth.ts'
import type { BusEvent } from '#server/platform/events.ts'
import { addActivity } from '#server/records/deviceLists.ts'
import { noticesOf, saveDeviceNotices, saveVesselNotice } from '#server/records/deviceNotices.ts'
import { createDevice, findDevices, issuePairingCode, secretMatches } from '#server/records/devices.ts'
import { saveRejections } from '#server/records/rejections.ts'
import { pairings, rejections, vessels } from '#server/stores/relational/schema.ts'
import { saveDeviceHealth } from '#server/testing/healthReport.ts'
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
let token: string
let vessel: { id: string; number: number }
const published: BusEvent[] = []

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  token = await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin')))
  for (const type of ['device.changed', 'vessel.changed', 'trips.corrected'] as const)
    api.bus.subscribe(type, (event) => published.push(event))
})
afterAll(() => api.close())

beforeEach(async () => {
  vessel = await newVessel()
  published.length = 0
})

async function newVessel(owner = things.own) {
  const { organizationId, departmentId } = owner
  const [row] = await api.records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Hafdís' })
    .returning()
  return { id: row?.id ?? '', number: row?.number ?? 0 }
}

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, as = token) => {
  const payload = method === 'GET' ? {} : { payload: body ?? {} }
  const answer = await api.app.inject({ method, url, headers: bearer(as), ...payload })
  return { status: answer.statusCode, ...answer.json() }
}

async function deviceWithCode() {
  const device = await createDevice(api.records.db, {})
  return { ...device, code: (await issuePairingCode(api.records.db, device.id, Date.now())).code }
}
const onVessel = async (id: string) => {
  const answer = await ask('GET', `/api/vessels/${id}`)
  return answer.device?.id ?? null
}
const pair = (code: string, id = vessel.id, confirmation: object = {}) =>
  ask('POST', `/api/vessels/${id}/pair-device`, { pairing_code: code, ...confirmation })
const REPLACE = { replace_device: true }

test('pairs by a code once, and answers all wrong codes alike', async () => {
  const { id, code } = await deviceWithCode()
  const used = await deviceWithCode()
  await pair(used.code, (await newVessel()).id)
  const wrong = [await pair('00000000'), await pair(used.code)]
  expect(wrong[0]).toMatchObject({
    status: 400,
    code: 'INCORRECT_PAIRING_CODE',
    message: 'Incorrect pairing code. Please check and try again.',
  })
  expect(wrong[1]).toEqual(wrong[0])
  expect((await pair('TOOLONG99')).code).toBe('invalid')
  expect(await pair(code.toLowerCase())).toMatchObject({ status: 200, device: { id } })
  expect(await onVessel(vessel.id)).toBe(id)
  expect(published).toContainEqual({ type: 'device.changed', deviceId: id })
})

test('refuses codes for fifteen minutes after ten wrong ones, and does not count right ones', async () => {
  const admin = await tokenOf(api.app, await signIn(api.app, emailOf('super-admin')))
  const attempt = (code: string) =>
    ask('POST', `/api/vessels/${vessel.id}/pair-device`, { pairing_code: code }, admin)
  for (let i = 0; i < 5; i++) expect((await attempt('00000000')).status).toBe(400)
  expect((await attempt((await deviceWithCode()).code)).status).toBe(200)
  for (let i = 0; i < 5; i++) expect((await attempt('00000000')).status).toBe(400)
  expect(await attempt('00000000')).toMatchObject({ status: 429, code: 'too_many' })
  const { code } = await deviceWithCode()
  expect((await attempt(code)).status).toBe(429)
})

test('pairs one of many callers that try one code at once', async () => {
  const { id, code } = await deviceWithCode()
  const rivals = [things.own.vesselId, vessel.id, (await newVessel()).id, (await newVessel()).id]
  const answers = await Promise.all(rivals.map((rival) => pair(code, rival)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const open = await api.records.db.select().from(pairings).where(eq(pairings.deviceId, id))
  expect(open).toHaveLength(1)
})

test('keeps the device of a vessel until its replacement is confirmed, however it is paired', async () => {
  const [present, other] = [await deviceWithCode(), await newVessel()]
  await pair(present.code)
  const moved = await deviceWithCode()
  await pair(moved.code, other.id)
  const second = await deviceWithCode()
  published.length = 0
  const transfer = (body: object) =>
    ask('PUT', `/api/devices/${moved.id}/transfer/${other.id}/${vessel.id}`, body)
  const refused = [
    // More often than wrong codes are allowed: a right code is no wrong attempt.
    ...(await Promise.all(Array.from({ length: 11 }, () => pair(second.code)))),
    await pair(second.code, vessel.id, { replace_device: false }),
    await transfer({}),
    await ask('PUT', `/api/devices/${moved.id}/transfer/${other.id}/${vessel.id}`),
    await ask('POST', `/api/vessels/${vessel.id}/devices`),
  ]
  for (const answer of refused) expect(answer).toMatchObject({ status: 409, code: 'VESSEL_HAS_DEVICE' })
  expect(refused[0]?.message).toContain(`Hafdís has the device ${present.id}`)
  expect(refused[0]?.message).toContain(second.id)
  expect([await onVessel(vessel.id), await onVessel(other.id)]).toEqual([present.id, moved.id])
  expect(published).toEqual([])
  // The code stays good, and the confirmed replacement takes it.
  expect(await pair(second.code, vessel.id, REPLACE)).toMatchObject({ device: { id: second.id } })
  expect(await transfer(REPLACE)).toMatchObject({ ok: true })
  expect([await onVessel(vessel.id), await onVessel(other.id)]).toEqual([moved.id, null])
  const made = await ask('POST', `/api/vessels/${vessel.id}/devices`, REPLACE)
  expect(await onVessel(vessel.id)).toBe(made.id)
})

test('pairs one of several devices with a vessel at once, and refuses the others', async () => {
  const devices = await Promise.all(Array.from({ length: 4 }, deviceWithCode))
  const answers = await Promise.all(devices.map(({ code }) => pair(code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const won = answers.find(({ status }) => status === 200)
  expect(await onVessel(vessel.id)).toBe(won?.device.id)
  expect(answers.filter(({ code }) => code === 'VESSEL_HAS_DEVICE')).toHaveLength(3)
})

test('keeps the device after a wrong code, and replaces it after a confirmed right one', async () => {
  const first = await deviceWithCode()
  await pair(first.code)
  await pair('00000000')
  expect(await onVessel(vessel.id)).toBe(first.id)
  const second = await deviceWithCode()
  published.length = 0
  await pair(second.code, vessel.id, REPLACE)
  expect(await onVessel(vessel.id)).toBe(second.id)
  expect(published).toContainEqual({ type: 'device.changed', deviceId: first.id })
  expect(published).toContainEqual(
    expect.objectContaining({ type: 'trips.corrected', vesselNumber: vessel.number }),
  )
  const history = await ask('GET', `/api/vessels/${vessel.id}/pairings`)
  expect(history.data).toMatchObject([
    { device_id: second.id, unpaired_at: null },
    { device_id: first.id, unpaired_at: expect.any(String) },
  ])
})

test('frees the device for another code when it is unpaired', async () => {
  const { id, code } = await deviceWithCode()
  await pair(code)
  expect((await ask('POST', `/api/vessels/${vessel.id}/unpair-device`)).status).toBe(200)
  expect(await onVessel(vessel.id)).toBeNull()
  expect((await ask('POST', `/api/vessels/${vessel.id}/unpair-device`)).code).toBe('conflict')
  expect(published.map(({ type }) => type)).toContain('trips.corrected')
  const again = await issuePairingCode(api.records.db, id, Date.now())
  expect((await pair(again.code)).status).toBe(200)
})

test('transfers a device, frees the other vessel’s own, and reaches no foreign vessel', async () => {
  const other = await newVessel()
  const [moved, replaced] = [await deviceWithCode(), await deviceWithCode()]
  await pair(moved.code)
  await pair(replaced.code, other.id)
  const transfer = (to: string, from = vessel.id) =>
    ask('PUT', `/api/devices/${moved.id}/transfer/${from}/${to}`, REPLACE)
  expect(await transfer(vessel.id)).toMatchObject({
    code: 'invalid',
    message: 'You cannot transfer a device to the same vessel',
  })
  expect((await transfer(things.foreign.vesselId)).status).toBe(404)
  expect(await transfer(vessel.id, other.id)).toMatchObject({
    code: 'not_found',
    message: 'Could not find device',
  })
  expect([await onVessel(vessel.id), await onVessel(other.id)]).toEqual([moved.id, replaced.id])
  expect((await transfer(other.id)).status).toBe(200)
  expect([await onVessel(vessel.id), await onVessel(other.id)]).toEqual([null, moved.id])
  expect((await findDevices(api.records.db, [replaced.id]))[0]?.vessel).toBeNull()
})

test('makes a paired device whose secret is shown once, and can be renewed and revoked', async () => {
  const made = await ask('POST', `/api/vessels/${vessel.id}/devices`)
  expect(await onVessel(vessel.id)).toBe(made.id)
  expect((await ask('POST', `/api/vessels/${vessel.id}/devices`)).code).toBe('VESSEL_HAS_DEVICE')
  const [device] = await findDevices(api.records.db, [made.id])
  expect(device && secretMatches(device, made.secret)).toBe(true)
  const renewed = await ask('POST', `/api/devices/${made.id}/secret`)
  const [later] = await findDevices(api.records.db, [made.id])
  expect(later && [secretMatches(later, made.secret), secretMatches(later, renewed.secret)]).toEqual([
    false,
    true,
  ])
  expect((await ask('DELETE', `/api/devices/${made.id}`)).status).toBe(200)
  expect(await findDevices(api.records.db, [made.id])).toEqual([])
  expect(await onVessel(vessel.id)).toBeNull()
  expect((await ask('GET', `/api/devices/${made.id}`)).status).toBe(404)
})

test('makes a phone for a caller who may pair alone, with a key that is shown once', async () => {
  const body = { kind: 'phone' }
  const viewer = await tokenOf(api.app, await signIn(api.app, emailOf('organization-viewer')))
  expect(await ask('POST', `/api/vessels/${vessel.id}/devices`, body, viewer)).toMatchObject({ status: 403 })
  const foreign = await newVessel(things.foreign)
  expect((await ask('POST', `/api/vessels/${foreign.id}/devices`, body)).status).toBe(404)
  expect((await ask('POST', `/api/vessels/${vessel.id}/devices`, { kind: 'satellite' })).status).toBe(400)
  expect(await onVessel(vessel.id)).toBeNull()
  const made = await ask('POST', `/api/vessels/${vessel.id}/devices`, body)
  expect(made.secret).toMatch(/^[0-9a-f]{32}$/)
  const [device] = await findDevices(api.records.db, [made.id])
  expect(device?.secretHash).not.toContain(made.secret)
  expect(await ask('GET', `/api/devices/${made.id}`)).toMatchObject({
    kind: 'phone',
    vessel: { id: vessel.id },
  })
  expect((await ask('POST', `/api/devices/${made.id}/secret`, {}, viewer)).status).toBe(403)
  const renewed = await ask('POST', `/api/devices/${made.id}/secret`)
  expect(renewed.secret).toMatch(/^[0-9a-f]{32}$/)
  expect(renewed.secret).not.toBe(made.secret)
  const replaced = await ask('POST', `/api/vessels/${vessel.id}/devices`, REPLACE)
  expect(await ask('GET', `/api/devices/${replaced.id}`)).toMatchObject({ kind: 'device' })
})

test('pairs a phone or tracker again for a caller who may pair, with the key that it had', async () => {
  const path = `/api/vessels/${vessel.id}/devices`
  const unpair = (id = vessel.id) => ask('POST', `/api/vessels/${id}/unpair-device`)
  const phone = await ask('POST', path, { kind: 'phone' })
  const again = { device_id: phone.id }
  expect((await ask('POST', path, again)).code).toBe('VESSEL_HAS_DEVICE')
  const other = await newVessel()
  expect((await ask('POST', `/api/vessels/${other.id}/devices`, again)).code).toBe('conflict')
  await unpair()
  const viewer = await tokenOf(api.app, await signIn(api.app, emailOf('organization-viewer')))
  expect((await ask('POST', path, again, viewer)).status).toBe(403)
  expect((await ask('POST', path, { ...again, kind: 'phone' })).code).toBe('invalid')
  published.length = 0
  expect(await ask('POST', path, again)).toMatchObject({ status: 200, id: phone.id, secret: null })
  expect(published).toContainEqual({ type: 'device.changed', deviceId: phone.id })
  const [found] = await findDevices(api.records.db, [phone.id])
  expect(found && secretMatches(found, phone.secret)).toBe(true)
  expect(found?.vessel?.id).toBe(vessel.id)
  // A key that was renewed meanwhile is good as well.
  await unpair()
  const renewed = await ask('POST', `/api/devices/${phone.id}/secret`)
  expect((await ask('POST', path, again)).status).toBe(200)
  const [later] = await findDevices(api.records.db, [phone.id])
  expect(later && secretMatches(later, renewed.secret)).toBe(true)
  // A tracker and a source of NMEA 0183 come back by device or by what names them, each while it is on no vessel.
  for (const body of [
    { kind: 'tracker', imei: '490154203237518' },
    { kind: 'nmea', ip_address: '192.0.2.9' },
  ]) {
    const { id } = await ask('POST', path, { ...body, ...REPLACE })
    await unpair()
    expect((await ask('POST', path, { device_id: id })).status).toBe(200)
    await unpair()
    expect((await ask('POST', path, body)).status).toBe(200)
    expect(await onVessel(vessel.id)).toBe(id)
  }
  const box = await ask('POST', path, REPLACE)
  await unpair()
  expect((await ask('POST', path, { device_id: box.id })).code).toBe('invalid')
  await ask('DELETE', `/api/devices/${phone.id}`)
  expect((await ask('POST', path, again)).status).toBe(404)
  const foreign = await newVessel(things.foreign)
  const theirs = await createDevice(api.records.db, { kind: 'phone', vesselId: foreign.id })
  await api.records.db
    .update(pairings)
    .set({ unpairedAt: new Date() })
    .where(eq(pairings.deviceId, theirs.id))
  expect((await ask('POST', path, { device_id: theirs.id })).status).toBe(404)
})

test('puts a tracker on a vessel by its IMEI for a caller who may pair alone, once at a time', async () => {
  const body = { kind: 'tracker', imei: '356307042441013' }
  const viewer = await tokenOf(api.app, await signIn(api.app, emailOf('organization-viewer')))
  const put = (given: object, id = vessel.id, as = token) =>
    ask('POST', `/api/vessels/${id}/devices`, given, as)
  expect((await put(body, vessel.id, viewer)).status).toBe(403)
  for (const wrong of [
    { kind: 'tracker' },
    { kind: 'tracker', imei: '356307042441014' },
    { kind: 'phone', imei: body.imei },
    { imei: body.imei },
    { kind: 'nmea' },
    { kind: 'nmea', ip_address: 'boat.example' },
  ])
    expect(await put(wrong), JSON.stringify(wrong)).toMatchObject({ status: 400, code: 'invalid' })
  const made = await put(body)
  expect(made).toMatchObject({ status: 200, id: 'imei-356307042441013', secret: null })
  expect(await ask('GET', `/api/devices/${made.id}`)).toMatchObject({ kind: 'tracker' })
  expect((await ask('POST', `/api/devices/${made.id}/secret`)).code).toBe('invalid')
  const other = await newVessel()
  expect((await put(body, other.id)).code).toBe('conflict')
  expect(await onVessel(other.id)).toBeNull()
  await ask('DELETE', `/api/devices/${made.id}`)
  expect((await put(body, other.id)).status).toBe(200)
  expect(await onVessel(other.id)).toBe(made.id)
  expect(await put({ kind: 'nmea', ip_address: '2001:DB8:0::7' })).toMatchObject({ id: 'nmea-2001-db8--7' })
})

test('shows what a device sent and what was rejected, of its present owner only', async () => {
  const { id, code } = await deviceWithCode()
  const before = { deviceId: id, vesselId: null, reason: 'not_paired', detail: 'waits', count: 3 }
  await saveRejections(api.records.db, [before])
  await api.records.db
    .update(rejections)
    .set({ receivedAt: new Date(0) })
    .where(eq(rejections.deviceId, id))
  await pair(code)
  // Two gateways receive data of one device side by side, and one of them writes its earlier minute late.
  const receive = (minute: number, samples: number, clockOffsetMs: number, way: string) =>
    addActivity(
      api.records.db,
      new Map([
        [
          id,
          { lastSeenMs: minute * 1000, ways: { [way]: minute }, formats: {}, minute, samples, clockOffsetMs },
        ],
      ]),
    )
  await receive(7, 20, -90, 'mqtt')
  await receive(7, 25, -30, 'http')
  await receive(8, 5, -20, 'http')
  await receive(7, 15, -10, 'mqtt')
  const refused = { deviceId: id, vesselId: vessel.id, reason: 'checksum', detail: 'line', count: 2 }
  await saveRejections(api.records.db, [refused, refused])
  expect(await ask('GET', `/api/devices/${id}`)).toMatchObject({
    id,
    vessel: { id: vessel.id, name: 'Hafdís' },
    last_seen: 8000,
    ways: { mqtt: 7, http: 8 },
    samples_per_minute: 60,
    clock_offset: -20,
  })
  const rejected = await ask('GET', `/api/devices/${id}/rejected`)
  expect(rejected.data).toMatchObject([{ reason: 'checksum' }, { reason: 'checksum' }])
  expect(rejected.hours).toMatchObject([{ reason: 'checksum', count: 4 }])
  const listed = await ask('GET', `/api/devices?filter[vessel_id]=${vessel.id}`)
  expect(listed).toMatchObject({ total: 1, data: [{ id }] })
  // A part of the id or of the name finds the device: users rarely know devices by their ids.
  for (const term of [id.slice(2), 'hafdis'])
    expect(
      await ask('GET', `/api/devices?filter[name][contains]=${term}&filter[vessel_id]=${vessel.id}`),
      term,
    ).toMatchObject({
      data: [{ id }],
    })
  expect((await ask('GET', '/api/devices?filter[name][contains]=nobody')).total).toBe(0)
})

test('shows the last report of a program on board, unless it is from before the pairing', async () => {
  const { id } = await ask('POST', `/api/vessels/${vessel.id}/devices`)
  const amount = { records: 1, bytes: 2, from: null, to: null }
  const classes = { now: amount, later: amount, on_demand: amount }
  const report: DeviceHealth = {
    ...{ software: 'taffrail-aboard 1.0.0', clock_offset: null, clock_origin: null },
    ...{ waiting: classes, dropped: classes, damaged: 0, refused: {}, link_rate: 900 },
    ...{ disk_used_bytes: 2, disk_limit_bytes: 4, disk_free_bytes: 8, disk_error: null },
    ...{ battery: null, load: 0.2, memory_bytes: 1, uptime_s: 3, sources: [] },
  }
  expect((await ask('GET', `/api/devices/${id}`)).health).toBeNull()
  const receivedMs = Date.now() + 1000
  await saveDeviceHealth(api.records.db, id, { receivedMs, report })
  const health = { received_at: new Date(receivedMs).toISOString(), ...report }
  expect((await ask('GET', `/api/devices/${id}`)).health).toEqual(health)
  const listed = await ask('GET', `/api/devices?filter[id]=${id}`)
  expect(listed.data[0].health).toEqual(health)
  // A computer on board whose instruments are silent is seen by its reports.
  expect(listed.data[0].last_seen).toBe(receivedMs)
  const newest = await ask('GET', '/api/devices?order[last_seen]=desc&limit=1')
  expect(newest.data[0].id).toBe(id)
  await saveDeviceHealth(api.records.db, id, { receivedMs: receivedMs - HOUR_MS, report })
  expect((await ask('GET', `/api/devices/${id}`)).health).toBeNull()
})

test('shows notices of a device to those who see it, of its present vessel only', async () => {
  const { id, code } = await deviceWithCode()
  await pair(code)
  const nowMs = Date.now()
  const notice = { deviceId: id, vesselId: vessel.id, count: 1, value: null, firstMs: nowMs, lastMs: nowMs }
  await saveDeviceNotices(api.records.db, [
    { ...notice, kind: 'gps_week_corrected', value: 1024 },
    { ...notice, kind: 'clock_invalid', vesselId: things.sibling.vesselId },
  ])
  const viewer = await tokenOf(api.app, await signIn(api.app, emailOf('organization-viewer')))
  expect((await ask('GET', `/api/devices/${id}`, undefined, viewer)).status).toBe(403)
  const { notices } = await ask('GET', `/api/devices/${id}`)
  const at = new Date(nowMs).toISOString()
  expect(notices).toEqual([
    { kind: 'gps_week_corrected', first_at: at, last_at: at, count: 1, value: 1024, is_past: false },
  ])
  const listed = await ask('GET', `/api/devices?filter[vessel_id]=${vessel.id}`)
  expect(listed.data[0].notices).toEqual(notices)
})

test('extends a notice while it recurs, ends it after a day, and begins another', async () => {
  const { id, code } = await deviceWithCode()
  await pair(code)
  const hoursAgo = (hours: number) => Date.now() - hours * HOUR_MS
  const recur = (hours: number, value: number | null = null) =>
    saveVesselNotice(api.records.db, {
      ...{ vesselId: vessel.id, kind: 'receiver_frozen', count: 2, value },
      ...{ firstMs: hoursAgo(hours), lastMs: hoursAgo(hours) },
    })
  const shown = async () => (await ask('GET', `/api/devices/${id}`)).notices
  await recur(90, 1)
  await recur(80, 2)
  await recur(85, 3)
  expect(await shown()).toMatchObject([{ kind: 'receiver_frozen', count: 6, value: 2, is_past: true }])
  await recur(20)
  expect(await shown()).toMatchObject([{ count: 2, value: null, is_past: false }])
  const [row] = await noticesOf(api.records.db, [id])
  expect(row?.firstAt).toEqual(row?.lastAt)
  // A notice of a vessel without a device belongs to no device.
  await ask('POST', `/api/vessels/${vessel.id}/unpair-device`)
  await recur(1)
  expect((await noticesOf(api.records.db, [id])).map(({ count }) => count)).toEqual([2])
})
