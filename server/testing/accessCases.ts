/** A case for each endpoint of the contract that not anyone may call: how the access matrix asks for a thing, and what it may learn. */

import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import { nothingDecoded } from '#contract/domain/reading.ts'
import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { KEY_ROLE_IDS } from '#contract/wire/apiKey.ts'
import { AreaWanted } from '#contract/wire/area.ts'
import type { AnyEndpoint } from '#contract/wire/endpoint.ts'
import { RuleForm } from '#contract/wire/rule.ts'
import { sourceOf } from '#contract/wire/source.ts'
import { SubscribedNotifications } from '#contract/wire/user.ts'
import { positionFromWire } from '#contract/wire/wirePosition.ts'
import { hashOf } from '#server/api/downloads/addDownload.ts'
import { imageFile } from '#server/api/images/imageFiles.ts'
import { modelFile } from '#server/api/models/toModel.ts'
import { toRuleFields } from '#server/api/rules/toRule.ts'
import { exportKey, seaValuesKey, stoppedChartKey } from '#server/files/sharedKeys.ts'
import { insertBridge } from '#server/records/bridges.ts'
import { insertCaptain } from '#server/records/captains.ts'
import { insertComment } from '#server/records/comments.ts'
import { insertDepartment } from '#server/records/departments.ts'
import { createDevice, issuePairingCode } from '#server/records/devices.ts'
import { insertDownload } from '#server/records/downloads.ts'
import { insertEngine } from '#server/records/engines.ts'
import { insertExport } from '#server/records/fleetExports.ts'
import { insertImages } from '#server/records/images.ts'
import { changeLogImport, insertLogImport } from '#server/records/logImports.ts'
import { insertTasks } from '#server/records/maintenance.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { endPairing, giveDevice } from '#server/records/pairings.ts'
import { insertSchedule } from '#server/records/reportSchedules.ts'
import { insertRule } from '#server/records/rules.ts'
import { insertMounting } from '#server/records/sensorMountings.ts'
import { insertServiceRecord } from '#server/records/serviceRecords.ts'
import { findByEmail } from '#server/records/users.ts'
import { setModel } from '#server/records/vesselModels.ts'
import { insertVessel } from '#server/records/vessels.ts'
import { insertWatchNote } from '#server/records/watchBoard.ts'
import { insertWebhook } from '#server/records/webhooks.ts'
import { tables } from '#server/stores/relational/openRecords.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import {
  addDeadMessage,
  addExport,
  addSchedule,
  addShareLink,
  addTrip,
  addWallLink,
  areaWanted,
  lockPairing,
  PUSH_SUBSCRIPTION,
  SCHEDULE,
  sail,
  WEBHOOK,
} from '#server/testing/addRecords.ts'
import { healthReport, saveDeviceHealth, waitingAmount } from '#server/testing/healthReport.ts'
import {
  addKey,
  addPerson,
  emailOf,
  type Place,
  type TestApi,
  type Thing,
  tripOf,
} from '#server/testing/testApi.ts'
import { chartForm, WORLD_TILE, writeMbtiles } from '#server/testing/testChart.ts'
import { testGlb } from '#server/testing/testGlb.ts'
import { restReadings } from '#server/testing/testRest.ts'

/** One user of each role, and one who views one department and manages another. */
export const PEOPLE = [...ROLE_IDS, 'member'] as const
/** A key of each role that keys have, which comes in by the other surface. */
export const KEYS = KEY_ROLE_IDS.map((roleId) => `key ${roleId}` as const)
export type Asker = (typeof PEOPLE)[number] | (typeof KEYS)[number]
export const isKey = (asker: Asker) => asker.startsWith('key ')
/** The single role of a caller other than the member. */
export const roleOf = (asker: Asker) => asker.replace('key ', '') as RoleId
export const askersOf = ({ forKeys }: AnyEndpoint): readonly Asker[] =>
  forKeys ? [...PEOPLE, ...KEYS] : PEOPLE
/** Roles of the member by place, the primary department first. */
export const MEMBER: readonly (readonly [Place, RoleId])[] = [
  ['sibling', 'department-viewer'],
  ['child', 'department-admin'],
]

/** Objects that the cases use; the matrix fills this before the first request. */
export const scene = {} as {
  api: TestApi
  things: Record<Place, Thing>
  keyIds: Map<Asker, string>
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

export interface Case {
  /** Parts of the call that name the thing. */
  call?: (thing: Thing, roleId: Asker) => Parts
  /**
   * Parts of the call with which attacks on all writes succeed, for a super-admin and a thing of their own. Without it,
   * attacks use `call` and `fresh`.
   */
  accepted?: (thing: Thing) => Parts | Promise<Parts>
  /** Creates a fresh object for each call that uses one up, in the thing's place. */
  fresh?: (thing: Thing, roleId: Asker) => Promise<Partial<Thing>>
  /** The answer holds the thing, or names it, exactly when the caller may see it. Without it: nothing of a thing. */
  shows?: (answer: string, thing: Thing) => boolean
  /** An invisible thing asked for by name answers 404, one that a body refers to 400; lists answer 200 without it. */
  hidden: 404 | 400 | 200
  /** True when every permitted caller sees the things of every organization. */
  seesAll?: boolean
  /** True when the subject belongs to one user alone, who is not the caller. */
  seesNone?: boolean
  /** It belongs to the organization, so departments hide nothing of it. */
  ofOrganization?: boolean
  /**
   * True when the caller made the subject while able to see it: the caller knows that it exists, so the
   * answer may show it.
   */
  isOwn?: boolean
}

const vesselItem: Case = {
  call: ({ vesselId }) => ({ params: { id: vesselId } }),
  hidden: 404,
}
const boat = {
  name: 'Njála',
  ...{ length: 9, beam_overall: 3, top_speed: 40, cruising_speed: 25, safety_speed_limit: 30 },
}
const freshVessel = async ({ organizationId, departmentId }: Thing) => ({
  vesselId: await scene.api.records.db.transaction((tx) =>
    insertVessel(tx, { organizationId, departmentId, name: 'Fresh' }),
  ),
})
const circle = { type: 'circle', coordinates: [{ lat: 64, lon: -22 }], radius: 500 }
const coordinates = circle.coordinates.map(positionFromWire)
const geofenceItem: Case = {
  call: ({ geofenceId }) => ({ params: { id: geofenceId } }),
  hidden: 404,
}
const ruleItem: Case = { call: ({ ruleId }) => ({ params: { id: ruleId } }), hidden: 404 }
const speeding = {
  ...{ type: 'threshold', severity: 'warning', enabled: true },
  definition: {
    geofences: { enabled: false, ids: [], area_operation: 'inside' },
    logic: { and: [{ variable: { type: 'instant', field: 'sog' }, operation: 'more_than', value: 10 }] },
  },
}
const freshRule = async ({ organizationId, departmentId }: Thing) => {
  const rule = toRuleFields(RuleForm.parse({ ...speeding, department_id: departmentId }))
  return {
    ruleId: await scene.api.records.db.transaction((tx) => insertRule(tx, { organizationId, ...rule })),
  }
}
const freshGeofence = async ({ organizationId, departmentId }: Thing) => {
  const [row] = await scene.api.records.db
    .insert(tables.geofences)
    .values({ organizationId, departmentId, ...circle, coordinates, radiusM: circle.radius, name: 'Fresh' })
    .returning()
  return { geofenceId: row?.id ?? '' }
}
const authorOf = async (roleId: Asker) =>
  isKey(roleId)
    ? { apiKeyId: scene.keyIds.get(roleId) }
    : { userId: (await findByEmail(scene.api.records.db, emailOf(roleId as RoleId | 'member')))?.id }
/** A comment of the asker. */
const freshComment = async ({ organizationId, vesselId }: Thing, roleId: Asker) => {
  const [row] = await scene.api.records.db
    .insert(tables.comments)
    .values({ organizationId, vesselId, ...(await authorOf(roleId)), text: 'Fresh' })
    .returning()
  return { commentId: row?.id ?? '' }
}
/** An export that the asker requested. */
async function freshExport({ organizationId, departmentId, vesselId }: Thing, roleId: Asker) {
  const { db } = scene.api.records
  const author = await authorOf(roleId)
  const what = { kind: 'trips', format: 'csv', fromUs: 0, toUs: 1e15, fileName: 'trips.zip' }
  const exportId = await db.transaction((tx) =>
    insertExport(tx, { organizationId, ...author, vesselId, departmentIds: [departmentId], ...what }),
  )
  return { exportId }
}
/** A scheduled report of the thing's department, with one that it sent. */
async function freshSchedule({ organizationId, departmentId, userId }: Thing) {
  const { db } = scene.api.records
  const of = { organizationId, departmentId, name: 'Weekly', period: 'week' } as const
  const scheduleId = await db.transaction((tx) =>
    insertSchedule(tx, { ...of, userIds: [userId], nextAt: new Date(Date.UTC(2100, 0)) }),
  )
  await db.insert(tables.reportDeliveries).values({
    ...{ organizationId, departmentId, scheduleId, userId, period: 'week', state: 'sent' },
    ...{ scheduleName: scheduleId, userName: 'Nína', email: 'nina@one.example' },
    ...{ timeZone: 'UTC', fromDay: 20_000, untilDay: 20_006, nextAt: new Date(0) },
  })
  return { scheduleId }
}
const scheduleItem: Case = {
  fresh: freshSchedule,
  call: ({ scheduleId = randomUUID(), departmentId, userId }) => ({
    params: { id: scheduleId },
    body: { ...SCHEDULE, department_id: departmentId, user_ids: [userId] },
  }),
  hidden: 404,
}
const freshShareLink = async (thing: Thing) => ({
  shareLinkId: await addShareLink(thing, scene.api.records.db),
})
const freshWallLink = async (thing: Thing) => ({
  wallLinkId: await addWallLink(thing, scene.api.records.db),
})
const freshWatchNote = async ({ organizationId, departmentId, userId }: Thing) => ({
  watchNoteId: await scene.api.records.db.transaction((tx) =>
    insertWatchNote(tx, { organizationId, departmentId, userId, text: 'Fresh', at: new Date() }),
  ),
})
const photo = () => {
  const files = new FormData()
  files.append('files', new Blob([new Uint8Array(picture)]), 'quay.png')
  return files
}
const modelForm = () => {
  const files = new FormData()
  files.append('files', new Blob([new Uint8Array(testGlb())]), 'boat.glb')
  return files
}
const logForm = () => {
  const files = new FormData()
  files.append('files', new Blob(['$GPGLL,5229.6021,N,00517.7879,E,115959,A,A']), 'a.log')
  return files
}
/** A log that waits for a user to enter its day. */
const logItem: Case = {
  fresh: async ({ vesselId }) => {
    const { db } = scene.api.records
    const row = { vesselId, userId: null, fileName: 'a.log', bytes: 1, createdAt: new Date() }
    const logId = randomUUID()
    await insertLogImport(db, { ...row, id: logId })
    await changeLogImport(db, logId, { state: 'asking' })
    return { logId }
  },
  call: ({ vesselId, logId = randomUUID() }) => ({
    params: { id: vesselId, logId },
    body: { log_date: '2026-01-01' },
  }),
  hidden: 404,
}
/** A log that was stopped and waits for a user. */
const stoppedLog: Case = {
  fresh: async ({ vesselId }) => {
    const { db } = scene.api.records
    const id = randomUUID()
    const row = { vesselId, userId: null, fileName: 'a.log', bytes: 1, createdAt: new Date() }
    await insertLogImport(db, { ...row, id })
    await changeLogImport(db, id, { state: 'stopped' })
    return { logId: id }
  },
  call: ({ vesselId, logId = randomUUID() }) => ({ params: { id: vesselId, logId }, body: {} }),
  hidden: 404,
}
const freshModel = async ({ vesselId }: Thing) => {
  const model = { fileKey: 'k', fileName: 'boat.glb', bytes: 1, triangles: 1, uploadedAtMs: 0 }
  await scene.api.records.db.transaction((tx) => setModel(tx, vesselId, model))
  return {}
}
const BUS_SOURCE = sourceOf('n2k', 0, 35)
/** Adds a model file with the one byte that the row declares. */
async function freshModelFile(thing: Thing) {
  await scene.api.files.put(modelFile('k'), Buffer.alloc(1))
  return freshModel(thing)
}
/** An image of the thing's comment. */
async function freshImage({ organizationId, commentId, userId }: Thing) {
  const fileKey = randomUUID()
  await scene.api.files.put(imageFile(fileKey, 'original'), picture)
  const [image] = await insertImages(scene.api.records.db, [
    { organizationId, userId, commentId, fileKey, fileName: 'quay.png' },
  ])
  return { imageId: image?.id ?? '' }
}
/** A chart that the thing's organization has looked at, so that it lies open. */
async function freshChart({ organizationId }: Thing) {
  const folder = join(scene.api.chartsFolder, organizationId)
  await mkdir(folder, { recursive: true })
  if (!existsSync(join(folder, 'chart.mbtiles'))) writeMbtiles(join(folder, 'chart.mbtiles'), [WORLD_TILE])
  const own = (await scene.api.charts.of(organizationId)).find(({ origin }) => origin === 'organization')
  const [chartId = '', chartVersion = ''] = own?.tiles.split('/').slice(3) ?? []
  return { chartId, chartVersion }
}
/** A chart that broke the limits of its worker. */
async function stoppedChart(thing: Thing) {
  const { chartId } = await freshChart(thing)
  for await (const file of scene.api.sharedFiles.list(`charts/${thing.organizationId}`))
    if (file.key.endsWith('.mbtiles')) await scene.api.sharedFiles.put(stoppedChartKey(file), Buffer.alloc(0))
  return chartId
}
/** A link to the thing's trip that the asker received. */
async function freshLink({ organizationId, tripId }: Thing, roleId: Asker) {
  const downloadToken = randomBytes(32).toString('base64url')
  await insertDownload(scene.api.records.db, {
    ...{ organizationId, ...(await authorOf(roleId)), kind: 'raw-data', tokenHash: hashOf(downloadToken) },
    request: { kind: 'raw-data', trip_id: tripId, requestType: 'calc', format: 'csv' },
    ...{ fileName: 'trip.csv', contentType: 'text/csv', expiresAt: new Date(Date.now() + 900_000) },
  })
  return { downloadToken }
}
/** One that is done. */
async function freshArchive(thing: Thing, roleId: Asker) {
  const { exportId } = await freshExport(thing, roleId)
  await scene.api.sharedFiles.put(exportKey(exportId), Buffer.from('PK'))
  await scene.api.records.db
    .update(tables.fleetExports)
    .set({ state: 'done' })
    .where(eq(tables.fleetExports.id, exportId))
  return { exportId }
}
const freshSource = async ({ vesselNumber }: Thing) => {
  const scalars = [{ timeUs: 1, key: 'sog', instance: 0, value: 1, source: BUS_SOURCE } as const]
  await scene.api.telemetry.append([{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }])
  return {}
}
async function freshMounting({ sensorId }: Thing) {
  const mounting = { sensorId, validFromUs: 1, xAxis: 'aft', zAxis: 'up' } as const
  const { made } = await scene.api.records.db.transaction((tx) => insertMounting(tx, mounting, new Date()))
  return { mountingId: made.id }
}
/** A minute at rest of the thing's sensor. */
async function freshRest({ vesselNumber }: Thing) {
  if (rested.has(vesselNumber)) return {}
  rested.add(vesselNumber)
  await scene.api.telemetry.append([restReadings(vesselNumber, REST_US)])
  return {}
}
const rested = new Set<number>()
const REST_US = Date.UTC(2026, 5, 17) * 1000
const deviceItem: Case = {
  fresh: freshDevice,
  call: ({ deviceId }) => ({ params: { id: deviceId } }),
  hidden: 404,
}
/** The thing's vessel has a new device. */
async function freshDevice({ vesselId }: Thing) {
  return {
    deviceId: (await giveDevice(scene.api.records.db, { vesselId, now: new Date(), mayReplace: true })).id,
  }
}
async function freshCode(_thing: Thing) {
  const { db } = scene.api.records
  const { id } = await createDevice(db, {})
  return { pairingCode: (await issuePairingCode(db, id, Date.now())).code }
}
async function freshTransfer(thing: Thing) {
  const { organizationId, departmentId } = thing
  const [other] = await scene.api.records.db
    .insert(tables.vessels)
    .values({ organizationId, departmentId, name: 'Other' })
    .returning()
  return { ...(await freshDevice(thing)), otherVesselId: other?.id ?? '' }
}
/** The device of the thing's vessel reports that detail of every time is still on board. */
async function reportDetail({ vesselId }: Thing) {
  const { db } = scene.api.records
  const { id } = await giveDevice(db, { vesselId, now: new Date(0), mayReplace: true })
  const everything = waitingAmount({ from: 0, to: Date.UTC(2100, 0), bytes: 1e6 })
  const { waiting } = healthReport()
  const report = healthReport({ waiting: { ...waiting, on_demand: everything } })
  await saveDeviceHealth(db, id, { receivedMs: Date.UTC(2100, 0), report })
  return {}
}
const freshBare = async ({ vesselId }: Thing) => {
  await scene.api.records.db.transaction((tx) => endPairing(tx, vesselId, new Date()))
  return {}
}
/** An engine of the thing's vessel, with a task for it and a line in the service book. */
async function freshEngine({ organizationId, vesselId }: Thing) {
  const { db } = scene.api.records
  return db.transaction(async (tx) => {
    // A list of many others would not show the new ones on its first page.
    for (const table of [tables.serviceRecords, tables.maintenanceTasks, tables.engines])
      await tx.delete(table).where(eq(table.vesselId, vesselId))
    const { id: engineId } = await insertEngine(tx, { vesselId, instance: 1, model: 'Fresh' })
    const task = { organizationId, vesselId, engineId, title: 'Fresh', baseAt: new Date(0) }
    const [taskId] = await insertTasks(tx, [{ ...task, everyMonths: 12 }])
    const line = { organizationId, vesselId, engineId, title: 'Fresh', doneAt: new Date(0) }
    return { engineId, taskId: taskId ?? '', serviceRecordId: await insertServiceRecord(tx, line) }
  })
}
const NO_ID = '00000000-0000-4000-8000-000000000000'
const engineItem: Case = {
  fresh: freshEngine,
  call: ({ engineId = NO_ID }) => ({
    params: { id: engineId },
    body: {
      ...{ kind: 'diesel', model: 'Fresh', serial_number: null },
      ...{ at: '2026-01-01T00:00:00Z', hours: 10 },
    },
  }),
  hidden: 404,
}
const taskItem: Case = {
  fresh: freshEngine,
  call: ({ taskId = NO_ID }) => ({
    params: { id: taskId },
    body: { title: 'Oil', every_months: 6, done_on: '2026-01-01' },
  }),
  accepted: async (thing) => ({
    params: { id: (await freshEngine(thing)).taskId },
    body: { title: 'Oil', every_months: 6, done_on: '2026-01-01' },
  }),
  hidden: 404,
}
const tripItem: Case = {
  call: ({ tripId }) => ({ params: { id: tripId } }),
  hidden: 404,
}
/** A trip of the thing's vessel after its own, each nearer to it than the last. */
let made = 0
async function freshTrip({ vesselId, organizationId }: Thing) {
  const startUs = (Date.UTC(2026, 5, 18, 11) - ++made * 1000) * 1000
  const [row] = await scene.api.records.db
    .insert(tables.trips)
    .values(tripOf({ id: vesselId, organizationId }, startUs))
    .returning()
  return { tripId: row?.id ?? '' }
}
/** Readings of the vessel's own trip. */
export const anHour = (vesselNumber: number): VesselReadings => {
  const rows = Array.from({ length: 720 }, (_, i) => ({
    timeUs: Date.UTC(2026, 5, 18, 9, 0, 5 * i) * 1000,
    i,
  }))
  return {
    ...nothingDecoded(),
    faults: [],
    vesselNumber,
    scalars: rows.map(({ timeUs }) => ({ timeUs, key: 'sog', instance: 0, value: 10 })),
    fixes: rows.map(({ timeUs, i }) => ({
      ...{ timeUs, latitudeDeg: 64 + (i * 50) / 111_195, longitudeDeg: -22 },
      ...{ hdop: null, valid: true },
    })),
  }
}
async function freshCorrection({ vesselId }: Thing) {
  const at = Date.UTC(2026, 5, 18, 9, 30) * 1000
  const [row] = await scene.api.records.db
    .insert(tables.tripCorrections)
    .values({ vesselId, kind: 'split', fromUs: at, toUs: at })
    .returning()
  return { correctionId: row?.id ?? '' }
}
const list = (idOf: (thing: Thing) => string): Case => ({
  shows: (answer, thing) => answer.includes(idOf(thing)),
  hidden: 200,
})
export const nothingOfThings: Case = { hidden: 200 }
const range = { start_time: '2026-06-18T09:00:00Z', end_time: '2026-06-18T09:10:00Z' }
const series = { fields: [{ field: 'sog' }], resolution: { value: 1, type: 'seconds' } }
const max = (field: string) => ({ field, aggregation: 'max' })

const notifications = (isOn: boolean) =>
  Object.fromEntries(Object.keys(SubscribedNotifications.shape).map((name) => [name, isOn]))
const picture = await sharp({ create: { width: 250, height: 250, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
/** Names are unique in an organization. */
const newName = () => `New ${randomUUID().slice(0, 8)}`
const form = { contact: 'ahoy@one.example', country: 'Iceland', region: '' }
const isTopLevel = ({ departmentId }: Thing) =>
  [scene.things.parent.departmentId, scene.things.foreign.departmentId].includes(departmentId)
const viewerIn = (thing: Thing) => (isTopLevel(thing) ? 'organization-viewer' : 'department-viewer')
const person = (thing: Thing) => ({
  name: 'Nína',
  role_id: viewerIn(thing),
  department_id: thing.departmentId,
})
const apiKeyIn = (thing: Thing) => ({
  name: 'Weather bot',
  role_id: viewerIn(thing),
  department_id: thing.departmentId,
})
async function freshApiKey(thing: Thing) {
  return { apiKeyId: (await addKey(scene.api.records.db, thing, viewerIn(thing))).id }
}
const keptArea = async () => (await scene.api.areas.keep(AreaWanted.parse(areaWanted()))).id
const userItem: Case = { call: ({ userId }) => ({ params: { id: userId } }), hidden: 404 }
const departmentItem: Case = {
  call: ({ departmentId }) => ({ params: { id: departmentId } }),
  hidden: 404,
}
const organizationItem: Case = {
  call: ({ organizationId }) => ({ params: { id: organizationId } }),
  hidden: 404,
  seesAll: true,
}
const freshUser = (thing: Thing) =>
  scene.api.records.db.transaction(async (tx) => ({ userId: await addPerson(tx, thing, viewerIn(thing)) }))
const freshDepartment = async ({ organizationId, departmentId: parentId }: Thing) => ({
  departmentId: await insertDepartment(scene.api.records.db, { organizationId, parentId, name: 'Fresh' }),
})
const freshOrganization = () =>
  scene.api.records.db.transaction(async (tx) => ({
    organizationId: (await insertOrganization(tx, { name: 'Fresh' })).organizationId,
  }))

const webhookItem: Case = {
  fresh: async ({ organizationId }) => {
    const row = { ...WEBHOOK, organizationId, secret: 'whsec_' }
    const { id } = await scene.api.records.db.transaction((tx) => insertWebhook(tx, row))
    return { webhookId: id }
  },
  call: ({ webhookId = randomUUID() }) => ({ params: { id: webhookId }, body: WEBHOOK }),
  hidden: 404,
}
/** An organization can have twenty. */
const noWebhooks = async () => {
  await scene.api.records.db.delete(tables.webhooks)
  return {}
}

const captainItem: Case = { call: ({ captainId }) => ({ params: { id: captainId } }), hidden: 404 }
const freshCaptain = async ({ organizationId, departmentId }: Thing) => {
  const captain = { organizationId, departmentId, name: 'Fresh' }
  return { captainId: await scene.api.records.db.transaction((tx) => insertCaptain(tx, captain)) }
}

export const CASES: Readonly<Record<string, Case>> = {
  'GET /api/users/me': nothingOfThings,
  'PUT /api/users/me': { call: () => ({ body: { name: 'Me' } }), hidden: 200 },
  'PUT /api/users/user_subscribed_notifications': {
    call: () => ({ body: notifications(false) }),
    hidden: 200,
    accepted: () => ({ body: notifications(true) }),
  },
  'PUT /api/users/me/image': {
    call: () => ({ body: { encoded_profile_picture: picture.toString('base64') } }),
    hidden: 200,
  },
  'DELETE /api/users/me/image': nothingOfThings,
  'PUT /api/users/read_unread_announcments': nothingOfThings,
  'PUT /api/users/read_unread_alerts': nothingOfThings,
  'PUT /api/users/me/dismiss_first_steps': nothingOfThings,
  'GET /api/users': list(({ userId }) => userId),
  'GET /api/users/:id': userItem,
  'POST /api/users': {
    call: (thing) => ({ body: { ...person(thing), email: `${randomUUID()}@one.example` } }),
    hidden: 400,
  },
  'DELETE /api/users/:id/pairing-lock': {
    ...userItem,
    accepted: async (thing) => {
      const { userId } = await freshUser(thing)
      await lockPairing(scene.api.records.db, userId)
      return { params: { id: userId } }
    },
  },
  'POST /api/users/:id/invitation': { ...userItem, fresh: freshUser },
  'PUT /api/users/:id': {
    ...userItem,
    call: (thing) => ({ params: { id: thing.userId }, body: person(thing) }),
  },
  'DELETE /api/users/:id': { ...userItem, fresh: freshUser },
  'PUT /api/organization/update_last_login': nothingOfThings,
  'GET /api/organization': nothingOfThings,
  'GET /api/organization/statistics': nothingOfThings,
  'GET /api/roles/options': nothingOfThings,
  'GET /api/holy-books/fields-bible': nothingOfThings,
  'PUT /api/organization': {
    call: () => ({ body: { name: 'One', contact: form.contact } }),
    hidden: 200,
    accepted: () => ({ body: { ...form, name: 'One' } }),
  },
  'GET /api/organization/without_second_factor': nothingOfThings,
  'GET /api/audit': nothingOfThings,
  'GET /api/super/data': nothingOfThings,
  'GET /api/super/installation': nothingOfThings,
  'POST /api/super/test-mail': nothingOfThings,
  'GET /api/super/bridges': nothingOfThings,
  'POST /api/super/bridges': { call: () => ({ body: { name: 'Harbour' } }), hidden: 200 },
  'DELETE /api/super/bridges/:id': {
    call: () => ({ params: { id: randomUUID() } }),
    hidden: 404,
    seesNone: true,
    accepted: async () => {
      const { bridge } = await scene.api.records.db.transaction((tx) => insertBridge(tx, 'Harbour'))
      return { params: { id: bridge.id } }
    },
  },
  'GET /api/super/areas': nothingOfThings,
  'POST /api/super/areas/preview': { call: () => ({ body: areaWanted() }), hidden: 200 },
  'POST /api/super/areas': { call: () => ({ body: areaWanted() }), hidden: 200 },
  'POST /api/super/areas/:id/stop': {
    call: () => ({ params: { id: randomUUID() } }),
    hidden: 404,
    seesNone: true,
    accepted: async () => ({ params: { id: await keptArea() } }),
  },
  'POST /api/super/areas/:id/resume': {
    call: () => ({ params: { id: randomUUID() } }),
    hidden: 404,
    seesNone: true,
    accepted: async () => ({ params: { id: await keptArea() } }),
  },
  'DELETE /api/super/areas/:id': {
    call: () => ({ params: { id: randomUUID() } }),
    hidden: 404,
    seesNone: true,
    accepted: async () => ({ params: { id: await keptArea() } }),
  },
  'GET /api/super/places': { call: () => ({ query: { name: 'Reykjavík' } }), hidden: 200 },
  'GET /api/super/organizations': { ...list(({ organizationId }) => organizationId), seesAll: true },
  'GET /api/super/organizations/:id': organizationItem,
  'POST /api/super/organizations': { call: () => ({ body: { ...form, name: 'New' } }), hidden: 200 },
  'PUT /api/super/organizations/:id': {
    ...organizationItem,
    call: ({ organizationId }) => ({ params: { id: organizationId }, body: form }),
    accepted: ({ organizationId }) => ({ params: { id: organizationId }, body: { ...form, name: 'One' } }),
  },
  'DELETE /api/super/organizations/:id': { ...organizationItem, fresh: freshOrganization },
  'PUT /api/super/switch-organization': {
    call: () => ({ body: { new_company_id: scene.things.own.organizationId } }),
    hidden: 200,
  },
  'PUT /api/super/user-role': {
    call: (_thing, role_id) => ({ body: { role_id, department_id: scene.things.parent.departmentId } }),
    hidden: 200,
  },
  'GET /api/comments': list(({ commentId }) => commentId),
  'GET /api/comments/groups': list(({ commentId }) => commentId),
  'POST /api/comments': {
    call: ({ tripId }) => ({ body: { trip_id: tripId, vessel_id: null, text: 'Well done' } }),
    hidden: 400,
  },
  'DELETE /api/comments/:id': {
    call: ({ commentId }) => ({ params: { id: commentId } }),
    fresh: freshComment,
    hidden: 404,
    accepted: async ({ organizationId, vesselId }) => {
      const comment = { organizationId, vesselId, text: 'Gone' }
      return { params: { id: await scene.api.records.db.transaction((tx) => insertComment(tx, comment)) } }
    },
  },
  'POST /api/images/upload': { call: () => ({ body: photo() }), hidden: 200 },
  // A user cannot touch the upload of another user.
  'DELETE /api/images/:id': { call: () => ({ params: { id: randomUUID() } }), hidden: 404, seesNone: true },
  'GET /api/charts': nothingOfThings,
  'POST /api/charts': { call: () => ({ body: chartForm() }), hidden: 200 },
  'GET /api/images/:id/:size': {
    fresh: freshImage,
    call: ({ imageId = randomUUID() }) => ({ params: { id: imageId, size: 'original' } }),
    hidden: 404,
  },
  'GET /api/vessels/:id/model/:file': {
    fresh: freshModelFile,
    call: ({ vesselId }) => ({ params: { id: vesselId, file: 'k.glb' } }),
    hidden: 404,
  },
  'GET /api/charts/:id/:version/:z/:x/:y': {
    fresh: freshChart,
    call: ({ chartId = 'none', chartVersion = 'none' }) => ({
      params: { id: chartId, version: chartVersion, ...{ z: '0', x: '0', y: '0' } },
    }),
    hidden: 404,
    ofOrganization: true,
  },
  'GET /api/sea-forecast': nothingOfThings,
  'GET /api/sea-forecast/:version': {
    fresh: async ({ organizationId }) => {
      await scene.api.sharedFiles.put(
        seaValuesKey(organizationId, organizationId.slice(0, 8)),
        gzipSync('sea'),
      )
      return {}
    },
    call: ({ organizationId }) => ({ params: { version: organizationId.slice(0, 8) } }),
    hidden: 404,
    ofOrganization: true,
  },
  'GET /api/captains/:id/sea-service/:format': {
    call: ({ captainId }) => ({ params: { id: captainId, format: 'csv' } }),
    hidden: 404,
  },
  'GET /api/reports/pdf': {
    call: ({ departmentId }) => ({ query: { ...range, department_id: departmentId } }),
    hidden: 404,
  },
  'GET /api/vessels/:id/logbook/:format': {
    ...vesselItem,
    call: ({ vesselId }) => ({
      params: { id: vesselId, format: 'csv' },
      query: { date: '2026-06-18' },
    }),
  },
  'GET /downloads/files/:token': {
    fresh: freshLink,
    call: ({ downloadToken = randomBytes(32).toString('base64url') }) => ({
      params: { token: downloadToken },
    }),
    hidden: 404,
    isOwn: true,
  },
  'GET /downloads/exports/:id': {
    fresh: freshArchive,
    call: ({ exportId = randomUUID() }) => ({ params: { id: exportId } }),
    hidden: 404,
  },
  'POST /api/charts/:id/retry': {
    call: () => ({ params: { id: 'nobody’s' }, body: {} }),
    hidden: 404,
    seesNone: true,
    accepted: async (thing) => ({ params: { id: await stoppedChart(thing) }, body: {} }),
  },
  'DELETE /api/charts/:id': {
    call: () => ({ params: { id: 'nobody’s' } }),
    hidden: 404,
    seesNone: true,
    accepted: async (thing) => ({ params: { id: (await freshChart(thing)).chartId } }),
  },
  'GET /api/models': { ...list(({ vesselId }) => vesselId), fresh: freshModel },
  'POST /api/vessels/:id/model': {
    call: ({ vesselId }) => ({ params: { id: vesselId }, body: modelForm() }),
    hidden: 404,
  },
  'DELETE /api/vessels/:id/model': { ...vesselItem, fresh: freshModel },
  'GET /api/vessels/:id/logs': vesselItem,
  'POST /api/vessels/:id/logs': {
    call: ({ vesselId }) => ({ params: { id: vesselId }, body: logForm() }),
    hidden: 404,
  },
  'PUT /api/vessels/:id/logs/:logId': logItem,
  'POST /api/vessels/:id/logs/:logId/retry': stoppedLog,
  'DELETE /api/vessels/:id/logs/:logId': logItem,
  'GET /api/rules': list(({ ruleId }) => ruleId),
  'GET /api/rules/:id': ruleItem,
  'POST /api/rules': {
    call: ({ departmentId }) => ({ body: { ...speeding, department_id: departmentId } }),
    hidden: 400,
  },
  'POST /api/rules/preview': {
    call: ({ departmentId }) => ({
      body: {
        rule: { ...speeding, department_id: departmentId },
        ...{ from: '2026-06-01T00:00:00Z', to: '2026-06-02T00:00:00Z' },
      },
    }),
    hidden: 400,
  },
  'PUT /api/rules/:id': {
    ...ruleItem,
    call: ({ ruleId }) => ({ params: { id: ruleId }, body: { enabled: false } }),
    accepted: ({ ruleId, departmentId }) => ({
      params: { id: ruleId },
      body: { ...speeding, department_id: departmentId, enabled: false },
    }),
  },
  'DELETE /api/rules/:id': { ...ruleItem, fresh: freshRule },
  'GET /api/geofences': list(({ geofenceId }) => geofenceId),
  'POST /api/geofences': {
    call: ({ departmentId }) => ({ body: { ...circle, name: 'New', department_id: departmentId } }),
    hidden: 400,
  },
  'PUT /api/geofences/:id': {
    ...geofenceItem,
    call: ({ geofenceId }) => ({
      params: { id: geofenceId },
      body: { name: 'Renamed', modified_at: new Date().toISOString() },
    }),
    accepted: ({ geofenceId, departmentId }) => ({
      params: { id: geofenceId },
      body: { name: 'Renamed', department_id: departmentId, modified_at: new Date().toISOString() },
    }),
  },
  'DELETE /api/geofences/:id': { ...geofenceItem, fresh: freshGeofence },
  'GET /api/public-api-keys': list(({ apiKeyId }) => apiKeyId),
  'GET /api/public-api-keys/usage': nothingOfThings,
  'POST /api/public-api-keys/v2': {
    call: (thing) => ({ body: apiKeyIn(thing) }),
    hidden: 400,
  },
  'PUT /api/public-api-keys/v2/:id': {
    call: (thing) => ({ params: { id: thing.apiKeyId }, body: apiKeyIn(thing) }),
    hidden: 404,
  },
  'DELETE /api/public-api-keys/:id': {
    call: ({ apiKeyId }) => ({ params: { id: apiKeyId } }),
    hidden: 404,
    fresh: freshApiKey,
  },
  'GET /api/alerts': list(({ alertId }) => alertId),
  'GET /api/alerts/:id/case': { call: ({ alertId }) => ({ params: { id: alertId } }), hidden: 404 },
  'PUT /api/alerts/:id/assign': {
    call: ({ alertId }) => ({ params: { id: alertId }, body: { user_id: null } }),
    hidden: 404,
  },
  'PUT /api/alerts/:id/silence': {
    call: ({ alertId }) => ({ params: { id: alertId }, body: { minutes: 0 } }),
    hidden: 404,
    accepted: ({ alertId }) => ({ params: { id: alertId }, body: { minutes: 30 } }),
  },
  'POST /api/alerts/:id/comments': {
    call: ({ alertId }) => ({ params: { id: alertId }, body: { text: 'Seen' } }),
    hidden: 404,
  },
  'GET /api/notifications/channels': nothingOfThings,
  'PUT /api/notifications/push_subscription': { call: () => ({ body: PUSH_SUBSCRIPTION }), hidden: 200 },
  'PUT /api/notifications/forget_push_subscription': {
    call: () => ({ body: { endpoint: PUSH_SUBSCRIPTION.endpoint } }),
    hidden: 200,
  },
  'PUT /api/users/me/units': { call: () => ({ body: WIRE_UNITS }), hidden: 200 },
  'PUT /api/users/me/locale': {
    call: () => ({ body: { language: 'is', time_zone: 'Atlantic/Reykjavik' } }),
    hidden: 200,
  },
  'GET /api/messages': nothingOfThings,
  'PUT /api/messages/retry': {
    call: ({ alertId }) => ({ body: { ids: [alertId] } }),
    hidden: 200,
    accepted: async (thing) => ({ body: { ids: [await addDeadMessage(thing, scene.api)] } }),
  },
  'GET /api/webhooks': nothingOfThings,
  'POST /api/webhooks': {
    fresh: noWebhooks,
    call: () => ({ body: WEBHOOK }),
    hidden: 200,
    accepted: () => ({ body: WEBHOOK }),
  },
  'PUT /api/webhooks/:id': webhookItem,
  'DELETE /api/webhooks/:id': webhookItem,
  'PUT /api/webhooks/:id/rotate': webhookItem,
  'GET /api/webhooks/:id/deliveries': webhookItem,
  'GET /api/alerts/:id': { call: ({ alertId }) => ({ params: { id: alertId } }), hidden: 404 },
  'PUT /api/alerts/:id/acknowledge': {
    call: ({ alertId }) => ({ params: { id: alertId } }),
    hidden: 404,
  },
  'GET /api/departments/:id': departmentItem,
  'POST /api/departments': {
    call: ({ departmentId }) => ({ body: { ...form, name: newName(), parent_id: departmentId } }),
    hidden: 400,
  },
  'PUT /api/departments/:id': {
    ...departmentItem,
    call: ({ departmentId }) => ({ params: { id: departmentId }, body: form }),
    accepted: ({ departmentId }) => ({ params: { id: departmentId }, body: { name: newName() } }),
  },
  'DELETE /api/departments/:id': { ...departmentItem, fresh: freshDepartment },
  'GET /api/departments': list(({ departmentId }) => `"id":"${departmentId}"`),
  'GET /api/vessels/map': list(({ vesselId }) => vesselId),
  'GET /api/vessels': list(({ vesselId }) => vesselId),
  'GET /api/vessels/:id': vesselItem,
  'GET /api/vessels/:id/location': vesselItem,
  'GET /api/vessels/:id/general': vesselItem,
  'GET /api/vessels/:id/status': vesselItem,
  'PUT /api/vessels/:id/device_label/:deviceKey': {
    ...vesselItem,
    call: ({ vesselId }) => ({ params: { id: vesselId, deviceKey: 'engine_1' } }),
    accepted: ({ vesselId }) => ({
      params: { id: vesselId, deviceKey: 'engine_1' },
      query: { label: 'Port' },
    }),
  },
  'GET /api/vessels/:id/statistics': vesselItem,
  'POST /api/vessels': {
    call: ({ departmentId }) => ({ body: { ...boat, name: newName(), department_id: departmentId } }),
    hidden: 400,
  },
  'PUT /api/vessels/:id': {
    ...vesselItem,
    call: ({ vesselId }) => ({ params: { id: vesselId }, body: { safety_speed_limit: 20 } }),
    accepted: ({ vesselId, departmentId }) => ({
      params: { id: vesselId },
      body: { ...boat, name: newName(), department_id: departmentId },
    }),
  },
  'DELETE /api/vessels/:id': { ...vesselItem, fresh: freshVessel },
  'PUT /api/vessels/:id/upload_image': {
    ...vesselItem,
    call: ({ vesselId }) => ({
      params: { id: vesselId },
      body: { encoded_picture: picture.toString('base64') },
    }),
  },
  'DELETE /api/vessels/:id/remove_image': vesselItem,
  'GET /api/vessels/rejected': list(({ vesselId }) => vesselId),
  'GET /api/trips': list(({ tripId }) => tripId),
  'GET /api/trips/live': nothingOfThings,
  'GET /api/trips/:id': { ...vesselItem, call: ({ tripId }) => ({ params: { id: tripId } }) },
  'PUT /api/trips/:id': {
    ...vesselItem,
    call: ({ tripId, captainId }) => ({ params: { id: tripId }, body: { captain_id: captainId } }),
  },
  'DELETE /api/trips/:id': {
    ...tripItem,
    fresh: freshTrip,
    accepted: async (thing) => ({ params: { id: await addTrip(thing, scene.api) } }),
  },
  'GET /api/trips/:id/detail': tripItem,
  'POST /api/trips/:id/detail': {
    ...tripItem,
    fresh: reportDetail,
    call: ({ tripId }) => ({ params: { id: tripId }, body: {} }),
  },
  'POST /api/trips/:id/split': {
    ...tripItem,
    call: ({ tripId }) => ({ params: { id: tripId }, body: { at: '2026-06-18T09:30:00Z' } }),
    accepted: async (thing) => ({
      params: { id: await sail(thing, scene.api) },
      body: { at: '2026-06-18T09:30:00Z' },
    }),
  },
  'POST /api/trips/:id/merge': {
    ...tripItem,
    fresh: async (thing) => ({ otherTripId: (await freshTrip(thing)).tripId }),
    call: ({ tripId, otherTripId }) => ({
      params: { id: tripId },
      body: { with_trip_id: otherTripId ?? randomUUID() },
    }),
    accepted: async (thing) => ({
      params: { id: thing.tripId },
      body: { with_trip_id: await addTrip(thing, scene.api) },
    }),
  },
  'POST /api/trips/:id/trim': {
    ...tripItem,
    call: ({ tripId }) => ({ params: { id: tripId }, body: { start_time: '2026-06-18T09:30:00Z' } }),
    accepted: async (thing) => ({
      params: { id: await sail(thing, scene.api) },
      body: { start_time: '2026-06-18T09:30:00Z', end_time: '2026-06-18T09:50:00Z' },
    }),
  },
  'POST /api/trips/:id/at-sea': {
    ...tripItem,
    call: ({ tripId }) => ({ params: { id: tripId }, body: { at_sea: false } }),
    accepted: async (thing) => ({ params: { id: await sail(thing, scene.api) }, body: { at_sea: false } }),
  },
  'GET /api/trips/:id/corrections': tripItem,
  'DELETE /api/trips/:id/corrections/:correctionId': {
    ...tripItem,
    fresh: freshCorrection,
    call: ({ tripId, correctionId }) => ({
      params: { id: tripId, correctionId: correctionId ?? randomUUID() },
    }),
  },
  'POST /api/trips/:id/impact_report': {
    ...vesselItem,
    call: ({ tripId }) => ({ params: { id: tripId }, body: {} }),
  },
  'GET /api/trips/:id/sensors': { ...vesselItem, call: ({ tripId }) => ({ params: { id: tripId } }) },
  'GET /api/trips/:id/series': { ...vesselItem, call: ({ tripId }) => ({ params: { id: tripId } }) },
  'GET /api/vessels/:id/sensors': {
    ...vesselItem,
    shows: (answer, { sensorId }) => answer.includes(sensorId),
  },
  'GET /api/vessels/:id/sources': {
    ...vesselItem,
    fresh: freshSource,
    shows: (answer) => answer.includes(String(BUS_SOURCE)),
  },
  'PUT /api/vessels/:id/sources': {
    ...vesselItem,
    fresh: freshSource,
    call: ({ vesselId }) => ({ params: { id: vesselId }, body: { field: 'sog', source: BUS_SOURCE } }),
  },
  'GET /api/vessels/:id/engines': {
    ...vesselItem,
    fresh: freshEngine,
    shows: (answer, { engineId = NO_ID }) => answer.includes(engineId),
  },
  'POST /api/vessels/:id/engines': {
    call: ({ vesselId }) => ({
      params: { id: vesselId },
      body: { instance: 5, kind: null, model: null, serial_number: null, hours: 10 },
    }),
    fresh: freshEngine,
    hidden: 404,
  },
  'PUT /api/engines/:id': engineItem,
  'POST /api/engines/:id/hours': engineItem,
  'POST /api/engines/:id/replacement': engineItem,
  'GET /api/engines/:id/hours': engineItem,
  'GET /api/maintenance-tasks': {
    fresh: freshEngine,
    shows: (answer, { taskId = NO_ID }) => answer.includes(taskId),
    hidden: 200,
  },
  'POST /api/vessels/:id/maintenance-tasks': {
    ...vesselItem,
    call: ({ vesselId }) => ({
      params: { id: vesselId },
      body: { tasks: [{ title: 'Liferaft', every_months: 12 }] },
    }),
  },
  'PUT /api/maintenance-tasks/:id': taskItem,
  'DELETE /api/maintenance-tasks/:id': taskItem,
  'POST /api/maintenance-tasks/:id/done': taskItem,
  'GET /api/vessels/:id/service-book/:format': {
    ...vesselItem,
    call: ({ vesselId }) => ({ params: { id: vesselId, format: 'csv' } }),
  },
  'GET /api/service-records': {
    fresh: freshEngine,
    shows: (answer, { serviceRecordId = NO_ID }) => answer.includes(serviceRecordId),
    hidden: 200,
  },
  'POST /api/vessels/:id/service-records': {
    ...vesselItem,
    call: ({ vesselId }) => ({
      params: { id: vesselId },
      body: { title: 'Antifouling', done_on: '2026-01-01' },
    }),
  },
  'DELETE /api/service-records/:id': {
    fresh: freshEngine,
    call: ({ serviceRecordId = NO_ID }) => ({ params: { id: serviceRecordId } }),
    hidden: 404,
  },
  'GET /api/sensors/:id': { ...vesselItem, call: ({ sensorId }) => ({ params: { id: sensorId } }) },
  'PUT /api/sensors/:id': {
    ...vesselItem,
    call: ({ sensorId }) => ({
      params: { id: sensorId },
      body: { description: 'Bow', use_with_safety_speed: false },
    }),
    accepted: ({ sensorId }) => ({
      params: { id: sensorId },
      body: { description: 'Bow', use_with_safety_speed: true },
    }),
  },
  'GET /api/sensors/:id/mountings': {
    ...vesselItem,
    fresh: freshMounting,
    call: ({ sensorId }) => ({ params: { id: sensorId } }),
    shows: (answer, { mountingId }) => answer.includes(String(mountingId)),
  },
  'POST /api/sensors/:id/mountings': {
    ...vesselItem,
    call: ({ sensorId }) => ({
      params: { id: sensorId },
      body: { valid_from: null, place: 'Bow', x_axis: 'forward', z_axis: 'up', level_from: null },
    }),
  },
  'DELETE /api/sensors/:id/mountings/:mountingId': {
    ...vesselItem,
    fresh: freshMounting,
    call: ({ sensorId, mountingId }) => ({
      params: { id: sensorId, mountingId: mountingId ?? randomUUID() },
    }),
  },
  'GET /api/sensors/:id/levelling': {
    ...vesselItem,
    fresh: freshRest,
    call: ({ sensorId }) => ({
      params: { id: sensorId },
      query: { x_axis: 'forward', z_axis: 'up', level_from: new Date(REST_US / 1000).toISOString() },
    }),
  },
  'GET /api/gateway': nothingOfThings,
  'GET /api/devices': { ...list(({ deviceId }) => deviceId), fresh: freshDevice },
  'GET /api/devices/:id': deviceItem,
  'GET /api/devices/:id/rejected': deviceItem,
  'POST /api/devices/:id/secret': deviceItem,
  'DELETE /api/devices/:id': deviceItem,
  'POST /api/vessels/:id/devices': { ...vesselItem, fresh: freshBare },
  'POST /api/vessels/:id/pair-device': {
    ...vesselItem,
    fresh: freshCode,
    call: ({ vesselId, pairingCode }) => ({
      params: { id: vesselId },
      body: { pairing_code: pairingCode ?? 'AAAA0000', replace_device: true },
    }),
  },
  'POST /api/vessels/:id/unpair-device': { ...vesselItem, fresh: freshDevice },
  'PUT /api/devices/:deviceId/transfer/:fromVesselId/:toVesselId': {
    ...vesselItem,
    fresh: freshTransfer,
    call: ({ deviceId, vesselId, otherVesselId }) => ({
      params: { deviceId, fromVesselId: vesselId, toVesselId: otherVesselId ?? randomUUID() },
    }),
  },
  'GET /api/vessels/:id/pairings': {
    ...vesselItem,
    fresh: freshDevice,
    shows: (answer, { deviceId }) => answer.includes(deviceId),
  },
  'GET /api/vessels/:id/helm': vesselItem,
  'PUT /api/vessels/:id/helm': {
    ...vesselItem,
    call: ({ vesselId, captainId }) => ({ params: { id: vesselId }, body: { captain_id: captainId } }),
  },
  'GET /api/trips/:id/helm': tripItem,
  'GET /api/captains': list(({ captainId }) => captainId),
  'GET /api/captains/:id': captainItem,
  'GET /api/captains/:id/sea-service': captainItem,
  'POST /api/captains': {
    call: ({ departmentId }) => ({ body: { name: 'New', department_id: departmentId } }),
    hidden: 400,
  },
  'PUT /api/captains/:id': {
    ...captainItem,
    call: ({ captainId, departmentId }) => ({
      params: { id: captainId },
      body: { name: 'Renamed', department_id: departmentId },
    }),
  },
  'DELETE /api/captains/:id': { ...captainItem, fresh: freshCaptain },
  'POST /fetcher/time-series': {
    ...vesselItem,
    call: ({ vesselId }) => ({ body: { ...series, filters: { vessel_id: vesselId, ...range } } }),
  },
  'POST /downloads/raw-data': {
    ...vesselItem,
    call: ({ tripId }) => ({
      body: { trip_id: tripId, company_id: scene.things.own.organizationId, requestType: 'calc' },
    }),
  },
  'POST /downloads/statistics': {
    ...vesselItem,
    call: ({ vesselId }) => ({
      body: { id_str: vesselId, company_id: scene.things.own.organizationId, data_type: 'vessel' },
    }),
  },
  // A user cannot see the download of another user.
  'GET /downloads/:id': { call: () => ({ params: { id: randomUUID() } }), hidden: 404, seesNone: true },
  'GET /api/share-links': {
    ...list(({ shareLinkId }) => String(shareLinkId)),
    fresh: freshShareLink,
  },
  'POST /api/share-links': {
    ...tripItem,
    call: ({ tripId }) => ({ body: { trip_id: tripId, valid_days: 7 } }),
  },
  'DELETE /api/share-links/:id': {
    fresh: freshShareLink,
    call: ({ shareLinkId = randomUUID() }) => ({ params: { id: shareLinkId } }),
    hidden: 404,
  },
  'GET /api/wall-links': {
    ...list(({ wallLinkId }) => String(wallLinkId)),
    fresh: freshWallLink,
  },
  'POST /api/wall-links': {
    // Only so many may be open.
    fresh: async () => {
      await scene.api.records.db.delete(tables.wallLinks)
      return {}
    },
    call: ({ departmentId }) => ({ body: { name: 'Harbour office', department_id: departmentId } }),
    hidden: 400,
  },
  'DELETE /api/wall-links/:id': {
    fresh: freshWallLink,
    call: ({ wallLinkId = randomUUID() }) => ({ params: { id: wallLinkId } }),
    hidden: 404,
  },
  'GET /api/board': {
    call: ({ departmentId }) => ({ query: { department_id: departmentId } }),
    shows: (answer, { departmentId }) => answer.includes(departmentId),
    hidden: 404,
  },
  'GET /api/watch-notes': {
    ...list(({ watchNoteId }) => String(watchNoteId)),
    fresh: freshWatchNote,
  },
  'POST /api/watch-notes': {
    call: ({ departmentId }) => ({ body: { department_id: departmentId, text: 'Fog after midnight.' } }),
    hidden: 400,
  },
  'GET /api/vessels/:id/expected-back': vesselItem,
  'PUT /api/vessels/:id/expected-back': {
    ...vesselItem,
    call: ({ vesselId }) => ({
      params: { id: vesselId },
      body: { expected_back: '2026-06-18T18:00:00Z' },
    }),
  },
  'GET /api/exports': { ...list(({ exportId }) => String(exportId)), fresh: freshExport },
  'POST /api/exports': {
    ...vesselItem,
    // Only so many may wait at once.
    fresh: async () => {
      await scene.api.records.db.delete(tables.fleetExports)
      return {}
    },
    call: ({ vesselId }) => ({ body: { kind: 'trips', vessel_id: vesselId } }),
    accepted: ({ vesselId }) => ({
      body: { kind: 'trips', vessel_id: vesselId, end: '2026-06-19T00:00:00Z' },
    }),
  },
  'GET /api/exports/:id': {
    fresh: freshExport,
    call: ({ exportId = randomUUID() }) => ({ params: { id: exportId } }),
    hidden: 404,
  },
  'DELETE /api/exports/:id': {
    fresh: freshExport,
    call: ({ exportId = randomUUID() }) => ({ params: { id: exportId } }),
    hidden: 404,
    accepted: async (thing) => ({ params: { id: await addExport(thing, scene.api.records.db) } }),
  },
  'GET /api/vessels/:id/logbook': {
    ...vesselItem,
    call: ({ vesselId }) => ({ params: { id: vesselId }, query: { date: '2026-06-18' } }),
  },
  'GET /api/report-schedules': { ...list(({ scheduleId }) => String(scheduleId)), fresh: freshSchedule },
  'GET /api/report-schedules/:id': scheduleItem,
  'POST /api/report-schedules': {
    // There may be only so many.
    fresh: async () => {
      await scene.api.records.db.delete(tables.reportSchedules)
      return {}
    },
    call: ({ departmentId, userId }) => ({
      body: { ...SCHEDULE, send_now: false, department_id: departmentId, user_ids: [userId] },
    }),
    hidden: 400,
    accepted: ({ departmentId, userId }) => ({
      body: { ...SCHEDULE, send_now: false, department_id: departmentId, user_ids: [userId] },
    }),
  },
  'PUT /api/report-schedules/:id': {
    ...scheduleItem,
    accepted: async (thing) => ({
      params: { id: await addSchedule(thing, scene.api.records.db) },
      body: { ...SCHEDULE, name: 'Other', department_id: thing.departmentId, user_ids: [thing.userId] },
    }),
  },
  'DELETE /api/report-schedules/:id': scheduleItem,
  'GET /api/report-readers/:id': {
    call: ({ departmentId }) => ({ params: { id: departmentId } }),
    hidden: 404,
  },
  'GET /api/report-deliveries': { ...list(({ scheduleId }) => String(scheduleId)), fresh: freshSchedule },
  'POST /fetcher/paths': {
    ...list(({ tripId }) => tripId),
    call: ({ tripId }) => ({ body: { trip_ids: [tripId] } }),
  },
  'POST /statistics/safety': {
    ...vesselItem,
    call: ({ tripId }) => ({ body: { request_type: 'trip', trip_id: tripId } }),
  },
  'POST /statistics/fuel': {
    ...vesselItem,
    call: ({ vesselId }) => ({ body: { request_type: 'agg', vessel_id: vesselId, ...range } }),
  },
  'GET /statistics/weeks': { ...vesselItem, call: ({ vesselId }) => ({ query: { vessel_id: vesselId } }) },
  'POST /functions/on_request_fetch_heatmap_data': {
    ...nothingOfThings,
    call: () => ({ body: { type: 'traffic', ...range } }),
  },
  'GET /api/vessels/ais-targets': { ...nothingOfThings, call: () => ({}) },
  'POST /fetcher/fleet-tracks': {
    ...nothingOfThings,
    call: ({ vesselId }) => ({ body: { vessel_ids: [vesselId], step_s: 3600, ...range } }),
  },
  'POST /statistics/dashboard-statistics': {
    ...nothingOfThings,
    call: ({ vesselId }) => ({ body: { vessel_id: [vesselId], ...range } }),
  },
  'POST /fetcher/vessel-status': {
    ...vesselItem,
    call: ({ vesselId }) => ({
      body: { ...series, fields: [max('sog')], filters: { vessel_id: vesselId, ...range } },
    }),
  },
  'POST /fetcher/j1939-time-series': {
    ...vesselItem,
    call: ({ tripId }) => ({
      body: { ...series, fields: [{ spn: 190 }], filters: { trip_id: tripId, ...range } },
    }),
  },
}
