/** Every write of the contract that a person's session reaches, with a body it accepts, for attacks on all of them. */

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { AreaWanted } from '#contract/wire/area.ts'
import { type AnyEndpoint, isWrite } from '#contract/wire/endpoint.ts'
import { RuleForm } from '#contract/wire/rule.ts'
import { sourceOf } from '#contract/wire/source.ts'
import { SubscribedNotifications } from '#contract/wire/user.ts'
import { positionFromWire } from '#contract/wire/wirePosition.ts'
import { ROUTES } from '#server/api/routes.ts'
import { toRuleFields } from '#server/api/rules/toRule.ts'
import { chartId } from '#server/charts/openCharts.ts'
import { noteAttempt } from '#server/records/attempts.ts'
import { insertBridge } from '#server/records/bridges.ts'
import { insertCaptain } from '#server/records/captains.ts'
import { insertComment } from '#server/records/comments.ts'
import { insertDepartment } from '#server/records/departments.ts'
import { createDevice, issuePairingCode } from '#server/records/devices.ts'
import { insertExport } from '#server/records/fleetExports.ts'
import { insertGeofence } from '#server/records/geofences.ts'
import { changeLogImport, insertLogImport } from '#server/records/logImports.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { endPairing, giveDevice } from '#server/records/pairings.ts'
import { insertSchedule } from '#server/records/reportSchedules.ts'
import { insertRule } from '#server/records/rules.ts'
import { insertMounting } from '#server/records/sensorMountings.ts'
import { insertShareLink } from '#server/records/shareLinks.ts'
import { insertCorrection } from '#server/records/tripCorrections.ts'
import { setModel } from '#server/records/vesselModels.ts'
import { insertVessel } from '#server/records/vessels.ts'
import { insertWebhook } from '#server/records/webhooks.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { messages, trips, vessels } from '#server/stores/relational/schema.ts'
import { playReadings } from './playMovement.ts'
import { addKey, addPerson, type TestApi, type Thing, tripOf } from './testApi.ts'
import { chartForm, WORLD_TILE, writeMbtiles } from './testChart.ts'
import { testGlb } from './testGlb.ts'
import { HARBOUR } from './testWorld.ts'

export interface Write {
  url: string
  body: object
}

const organization = { name: 'One', contact: 'ahoy@one.example', country: 'Iceland', region: '' }

const PICTURE = sharp({ create: { width: 250, height: 250, channels: 3, background: '#c01010' } })
  .png()
  .toBuffer()

/** Locks pairing as ten wrong codes do. */
async function lockPairing(db: Db, who: string): Promise<void> {
  for (let i = 0; i < 10; i++) await noteAttempt(db, `pairing by ${who}`, Date.now())
}

/** Another one each time, since none is kept twice. */
export const areaWanted = () => {
  const { latitudeDeg: north, longitudeDeg: east } = HARBOUR
  const west = Math.round((east - 0.01 - Math.random() / 100) * 1e6) / 1e6
  return { name: 'Harbour', bounds: [west, north - 0.004, east + 0.01, north + 0.004], maxzoom: 13 }
}
async function areaCall({ areas }: TestApi, what: '' | '/stop' | '/resume'): Promise<Write> {
  const { id } = await areas.keep(AreaWanted.parse(areaWanted()))
  return { url: `/api/super/areas/${id}${what}`, body: {} }
}

export const PUSH_SUBSCRIPTION = {
  endpoint: 'https://push.example/a',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
}
export const WEBHOOK = {
  ...{ name: 'Office', url: 'https://office.example/hook', severities: ['critical'], enabled: false },
}
export const SCHEDULE = { name: 'Weekly', period: 'week', enabled: true }
export const addSchedule = ({ organizationId, departmentId, userId }: Thing, db: Db) =>
  db.transaction((tx) =>
    insertSchedule(tx, {
      ...{ organizationId, departmentId, name: 'Weekly', period: 'week', userIds: [userId] },
      nextAt: new Date(Date.UTC(2100, 0)),
    }),
  )
export async function addWebhook({ organizationId }: Thing, { records }: Pick<TestApi, 'records'>) {
  const row = { ...WEBHOOK, organizationId, secret: 'whsec_' }
  const { id } = await records.db.transaction((tx) => insertWebhook(tx, row))
  return id
}

async function addDeadMessage({ organizationId, alertId, userId }: Thing, { records }: TestApi) {
  const row = {
    organizationId,
    alertId,
    userId,
    channel: 'email',
    reason: 'rule',
    nextAt: new Date(0),
  } as const
  const [message] = await records.db
    .insert(messages)
    .values({ ...row, state: 'dead' })
    .onConflictDoUpdate({
      target: [messages.alertId, messages.userId, messages.channel, messages.reason],
      set: { state: 'dead' },
    })
    .returning()
  if (!message) throw new Error('the message was not inserted')
  return message.id
}

export const addShareLink = ({ organizationId, vesselId, tripId }: Thing, db: Db) =>
  db.transaction((tx) =>
    insertShareLink(tx, {
      ...{ organizationId, vesselId, tripId, commentIds: [], secretHash: randomUUID() },
      expiresAt: new Date(Date.now() + 86_400_000),
    }),
  )

/** Adds an export of another user, so that having requested it is not enough. */
export const addExport = ({ organizationId, departmentId, vesselId, userId }: Thing, db: Db) =>
  db.transaction((tx) =>
    insertExport(tx, {
      ...{ organizationId, vesselId, userId, departmentIds: [departmentId] },
      ...{ kind: 'trips', format: 'csv', fromUs: 0, toUs: 1e15, fileName: 'trips.zip' },
    }),
  )

/** Writes that a super-admin may send; `thing` is theirs, and objects that a call uses up are made for it. */
export const WRITES: Readonly<Record<string, (thing: Thing, api: TestApi) => Write | Promise<Write>>> = {
  'POST /api/users': ({ departmentId }) => ({ url: '/api/users', body: person(departmentId) }),
  'POST /api/users/:id/invitation': async (thing, { records }) => {
    const id = await records.db.transaction((tx) => addPerson(tx, thing, 'department-viewer'))
    return { url: `/api/users/${id}/invitation`, body: {} }
  },
  'DELETE /api/users/:id/pairing-lock': async (thing, { records }) => {
    const id = await records.db.transaction((tx) => addPerson(tx, thing, 'department-viewer'))
    await lockPairing(records.db, id)
    return { url: `/api/users/${id}/pairing-lock`, body: {} }
  },
  'PUT /api/users/:id': ({ userId, departmentId }) => ({
    url: `/api/users/${userId}`,
    body: { name: 'Nína', role_id: 'department-viewer', department_id: departmentId },
  }),
  'DELETE /api/users/:id': async (thing, { records }) => {
    const id = await records.db.transaction((tx) => addPerson(tx, thing, 'department-viewer'))
    return { url: `/api/users/${id}`, body: {} }
  },
  'PUT /api/users/me': () => ({ url: '/api/users/me', body: { name: 'Me' } }),
  'PUT /api/users/me/image': async () => ({
    url: '/api/users/me/image',
    body: { encoded_profile_picture: (await PICTURE).toString('base64') },
  }),
  'DELETE /api/users/me/image': () => ({ url: '/api/users/me/image', body: {} }),
  'PUT /api/users/user_subscribed_notifications': () => ({
    url: '/api/users/user_subscribed_notifications',
    body: Object.fromEntries(Object.keys(SubscribedNotifications.shape).map((name) => [name, true])),
  }),
  'PUT /api/users/read_unread_announcments': () => ({
    url: '/api/users/read_unread_announcments',
    body: {},
  }),
  'PUT /api/users/read_unread_alerts': () => ({ url: '/api/users/read_unread_alerts', body: {} }),
  'PUT /api/users/me/dismiss_first_steps': () => ({ url: '/api/users/me/dismiss_first_steps', body: {} }),
  'POST /api/share-links': ({ tripId }) => ({
    url: '/api/share-links',
    body: { trip_id: tripId, valid_days: 7, comment_ids: [] },
  }),
  'DELETE /api/share-links/:id': async (thing, { records }) => ({
    url: `/api/share-links/${await addShareLink(thing, records.db)}`,
    body: {},
  }),
  'POST /api/exports': ({ vesselId }) => ({
    url: '/api/exports',
    body: { kind: 'trips', vessel_id: vesselId, end: '2026-06-19T00:00:00Z' },
  }),
  'DELETE /api/exports/:id': async (thing, { records }) => ({
    url: `/api/exports/${await addExport(thing, records.db)}`,
    body: {},
  }),
  'POST /api/report-schedules': ({ departmentId, userId }) => ({
    url: '/api/report-schedules',
    body: { ...SCHEDULE, send_now: false, department_id: departmentId, user_ids: [userId] },
  }),
  'PUT /api/report-schedules/:id': async (thing, { records }) => ({
    url: `/api/report-schedules/${await addSchedule(thing, records.db)}`,
    body: { ...SCHEDULE, name: 'Other', department_id: thing.departmentId, user_ids: [thing.userId] },
  }),
  'DELETE /api/report-schedules/:id': async (thing, { records }) => ({
    url: `/api/report-schedules/${await addSchedule(thing, records.db)}`,
    body: {},
  }),
  'PUT /api/organization': () => ({ url: '/api/organization', body: organization }),
  'PUT /api/organization/update_last_login': () => ({
    url: '/api/organization/update_last_login',
    body: {},
  }),
  'POST /api/departments': ({ departmentId }) => ({
    url: '/api/departments',
    body: { ...organization, name: newName(), parent_id: departmentId },
  }),
  'PUT /api/departments/:id': ({ departmentId }) => ({
    url: `/api/departments/${departmentId}`,
    body: { name: newName() },
  }),
  'DELETE /api/departments/:id': async ({ organizationId, departmentId: parentId }, { records }) => {
    const id = await insertDepartment(records.db, { organizationId, parentId, name: 'Gone' })
    return { url: `/api/departments/${id}`, body: {} }
  },
  'POST /api/super/test-mail': () => ({ url: '/api/super/test-mail', body: {} }),
  'POST /api/super/bridges': () => ({ url: '/api/super/bridges', body: { name: 'Harbour' } }),
  'DELETE /api/super/bridges/:id': async (_thing, { records }) => {
    const { bridge } = await records.db.transaction((tx) => insertBridge(tx, 'Harbour'))
    return { url: `/api/super/bridges/${bridge.id}`, body: {} }
  },
  'POST /api/super/organizations': () => ({ url: '/api/super/organizations', body: organization }),
  'PUT /api/super/organizations/:id': ({ organizationId }) => ({
    url: `/api/super/organizations/${organizationId}`,
    body: organization,
  }),
  'DELETE /api/super/organizations/:id': async (_thing, { records }) => {
    const { organizationId } = await records.db.transaction((tx) => insertOrganization(tx, { name: 'Gone' }))
    return { url: `/api/super/organizations/${organizationId}`, body: {} }
  },
  'PUT /api/super/switch-organization': ({ organizationId }) => ({
    url: '/api/super/switch-organization',
    body: { new_company_id: organizationId },
  }),
  'PUT /api/trips/:id': ({ tripId, captainId }) => ({
    url: `/api/trips/${tripId}`,
    body: { captain_id: captainId },
  }),
  'DELETE /api/trips/:id': async (thing, api) => ({
    url: `/api/trips/${await addTrip(thing, api)}`,
    body: {},
  }),
  'POST /api/trips/:id/split': async (thing, api) => ({
    url: `/api/trips/${await sail(thing, api)}/split`,
    body: { at: '2026-06-18T09:30:00Z' },
  }),
  'POST /api/trips/:id/merge': async (thing, api) => ({
    url: `/api/trips/${thing.tripId}/merge`,
    body: { with_trip_id: await addTrip(thing, api) },
  }),
  'POST /api/trips/:id/at-sea': async (thing, api) => ({
    url: `/api/trips/${await sail(thing, api)}/at-sea`,
    body: { at_sea: false },
  }),
  'POST /api/trips/:id/trim': async (thing, api) => ({
    url: `/api/trips/${await sail(thing, api)}/trim`,
    body: { start_time: '2026-06-18T09:30:00Z', end_time: '2026-06-18T09:50:00Z' },
  }),
  'DELETE /api/trips/:id/corrections/:correctionId': async ({ tripId, vesselId }, { records }) => {
    const at = Date.UTC(2026, 5, 18, 9, 30) * 1000
    const correction = { vesselId, kind: 'split', fromUs: at, toUs: at }
    const id = await records.db.transaction((tx) => insertCorrection(tx, correction))
    return { url: `/api/trips/${tripId}/corrections/${id}`, body: {} }
  },
  'PUT /api/vessels/:id/helm': ({ vesselId, captainId }) => ({
    url: `/api/vessels/${vesselId}/helm`,
    body: { captain_id: captainId },
  }),
  'PUT /api/alerts/:id/acknowledge': ({ alertId }) => ({
    url: `/api/alerts/${alertId}/acknowledge`,
    body: {},
  }),
  'PUT /api/alerts/:id/assign': ({ alertId }) => ({
    url: `/api/alerts/${alertId}/assign`,
    body: { user_id: null },
  }),
  'PUT /api/alerts/:id/silence': ({ alertId }) => ({
    url: `/api/alerts/${alertId}/silence`,
    body: { minutes: 30 },
  }),
  'POST /api/alerts/:id/comments': ({ alertId }) => ({
    url: `/api/alerts/${alertId}/comments`,
    body: { text: 'Seen' },
  }),
  'PUT /api/notifications/push_subscription': () => ({
    url: '/api/notifications/push_subscription',
    body: PUSH_SUBSCRIPTION,
  }),
  'PUT /api/notifications/forget_push_subscription': () => ({
    url: '/api/notifications/forget_push_subscription',
    body: { endpoint: PUSH_SUBSCRIPTION.endpoint },
  }),
  'PUT /api/users/me/units': () => ({ url: '/api/users/me/units', body: WIRE_UNITS }),
  'PUT /api/users/me/locale': () => ({
    url: '/api/users/me/locale',
    body: { language: 'is', time_zone: 'Atlantic/Reykjavik' },
  }),
  'PUT /api/messages/retry': async (thing, api) => ({
    url: '/api/messages/retry',
    body: { ids: [await addDeadMessage(thing, api)] },
  }),
  'POST /api/webhooks': () => ({ url: '/api/webhooks', body: WEBHOOK }),
  'PUT /api/webhooks/:id': async (thing, api) => ({
    url: `/api/webhooks/${await addWebhook(thing, api)}`,
    body: WEBHOOK,
  }),
  'DELETE /api/webhooks/:id': async (thing, api) => ({
    url: `/api/webhooks/${await addWebhook(thing, api)}`,
    body: {},
  }),
  'PUT /api/webhooks/:id/rotate': async (thing, api) => ({
    url: `/api/webhooks/${await addWebhook(thing, api)}/rotate`,
    body: {},
  }),
  'POST /api/public-api-keys/v2': ({ departmentId }) => ({
    url: '/api/public-api-keys/v2',
    body: { name: 'Weather bot', department_id: departmentId, role_id: 'department-viewer' },
  }),
  'PUT /api/public-api-keys/v2/:id': ({ apiKeyId, departmentId }) => ({
    url: `/api/public-api-keys/v2/${apiKeyId}`,
    body: { name: 'Renamed', department_id: departmentId, role_id: 'department-viewer' },
  }),
  'DELETE /api/public-api-keys/:id': async (thing, { records }) => {
    const { id } = await addKey(records.db, thing, 'department-viewer')
    return { url: `/api/public-api-keys/${id}`, body: {} }
  },
  'POST /api/captains': ({ departmentId }) => ({
    url: '/api/captains',
    body: { name: 'Nína', department_id: departmentId },
  }),
  'PUT /api/captains/:id': ({ captainId, departmentId }) => ({
    url: `/api/captains/${captainId}`,
    body: { name: 'Renamed', department_id: departmentId },
  }),
  'DELETE /api/captains/:id': async ({ organizationId, departmentId }, { records }) => {
    const captain = { organizationId, departmentId, name: 'Gone' }
    const id = await records.db.transaction((tx) => insertCaptain(tx, captain))
    return { url: `/api/captains/${id}`, body: {} }
  },
  'POST /api/comments': ({ tripId }) => ({
    url: '/api/comments',
    body: { trip_id: tripId, vessel_id: null, text: 'Well done', image_ids: [] },
  }),
  'DELETE /api/comments/:id': async ({ organizationId, vesselId }, { records: { db } }) => {
    const comment = { organizationId, vesselId, text: 'Gone' }
    const id = await db.transaction((tx) => insertComment(tx, comment))
    return { url: `/api/comments/${id}`, body: {} }
  },
  'POST /api/rules': ({ departmentId }) => ({ url: '/api/rules', body: ruleForm(departmentId) }),
  'PUT /api/rules/:id': ({ ruleId, departmentId }) => ({
    url: `/api/rules/${ruleId}`,
    body: { ...ruleForm(departmentId), enabled: false },
  }),
  'DELETE /api/rules/:id': async ({ organizationId, departmentId }, { records }) => {
    const rule = toRuleFields(RuleForm.parse(ruleForm(departmentId)))
    const id = await records.db.transaction((tx) => insertRule(tx, { organizationId, ...rule }))
    return { url: `/api/rules/${id}`, body: {} }
  },
  'POST /api/geofences': ({ departmentId }) => ({
    url: '/api/geofences',
    body: { ...circle, name: 'New', department_id: departmentId },
  }),
  'PUT /api/geofences/:id': ({ geofenceId, departmentId }) => ({
    url: `/api/geofences/${geofenceId}`,
    body: { name: 'Renamed', department_id: departmentId, modified_at: new Date().toISOString() },
  }),
  'DELETE /api/geofences/:id': async ({ organizationId, departmentId }, { records }) => {
    const coordinates = circle.coordinates.map(positionFromWire)
    const fence = {
      organizationId,
      departmentId,
      ...circle,
      coordinates,
      radiusM: circle.radius,
      name: 'Gone',
    }
    const id = await records.db.transaction((tx) => insertGeofence(tx, fence))
    return { url: `/api/geofences/${id}`, body: {} }
  },
  'POST /api/vessels': ({ departmentId }) => ({ url: '/api/vessels', body: boat(departmentId) }),
  'PUT /api/vessels/:id': ({ vesselId, departmentId }) => ({
    url: `/api/vessels/${vesselId}`,
    body: boat(departmentId),
  }),
  'DELETE /api/vessels/:id': async ({ organizationId, departmentId }, { records: { db } }) => {
    const vessel = { organizationId, departmentId, name: 'Gone' }
    return { url: `/api/vessels/${await db.transaction((tx) => insertVessel(tx, vessel))}`, body: {} }
  },
  'PUT /api/vessels/:id/device_label/:deviceKey': ({ vesselId }) => ({
    url: `/api/vessels/${vesselId}/device_label/engine_1?label=Port`,
    body: {},
  }),
  'PUT /api/vessels/:id/upload_image': async ({ vesselId }) => ({
    url: `/api/vessels/${vesselId}/upload_image`,
    body: { encoded_picture: (await PICTURE).toString('base64') },
  }),
  'DELETE /api/vessels/:id/remove_image': ({ vesselId }) => ({
    url: `/api/vessels/${vesselId}/remove_image`,
    body: {},
  }),
  'POST /api/vessels/:id/model': ({ vesselId }) => {
    const body = new FormData()
    body.append('files', new Blob([new Uint8Array(testGlb())]), 'boat.glb')
    return { url: `/api/vessels/${vesselId}/model`, body }
  },
  'DELETE /api/vessels/:id/model': async ({ vesselId }, { records: { db } }) => {
    const model = { fileKey: 'k', fileName: 'boat.glb', bytes: 1, triangles: 1, uploadedAtMs: 0 }
    await db.transaction((tx) => setModel(tx, vesselId, model))
    return { url: `/api/vessels/${vesselId}/model`, body: {} }
  },
  'POST /api/super/areas': () => ({ url: '/api/super/areas', body: areaWanted() }),
  'POST /api/super/areas/:id/stop': (_thing, api) => areaCall(api, '/stop'),
  'POST /api/super/areas/:id/resume': (_thing, api) => areaCall(api, '/resume'),
  'DELETE /api/super/areas/:id': (_thing, api) => areaCall(api, ''),
  'POST /api/charts': () => ({ url: '/api/charts', body: chartForm() }),
  'DELETE /api/charts/:id': async ({ organizationId }, { chartsFolder }) => {
    const name = `${organizationId}/chart.mbtiles`
    await mkdir(join(chartsFolder, organizationId), { recursive: true })
    if (!existsSync(join(chartsFolder, name))) writeMbtiles(join(chartsFolder, name), [WORLD_TILE])
    return { url: `/api/charts/${chartId(name)}`, body: {} }
  },
  'POST /api/vessels/:id/logs': ({ vesselId }) => {
    const body = new FormData()
    body.append('files', new Blob(['$GPGLL,5229.6021,N,00517.7879,E,115959,A,A']), 'a.log')
    return { url: `/api/vessels/${vesselId}/logs`, body }
  },
  'PUT /api/vessels/:id/logs/:logId': async ({ vesselId }, { records: { db } }) => ({
    url: `/api/vessels/${vesselId}/logs/${await askingLog(db, vesselId)}`,
    body: { log_date: '2026-01-01' },
  }),
  'DELETE /api/vessels/:id/logs/:logId': async ({ vesselId }, { records: { db } }) => ({
    url: `/api/vessels/${vesselId}/logs/${await askingLog(db, vesselId)}`,
    body: {},
  }),
  'PUT /api/vessels/:id/sources': async ({ vesselId, vesselNumber }, { telemetry }) => {
    const source = sourceOf('n2k', 0, 35)
    const scalars = [{ timeUs: 1, key: 'sog', instance: 0, value: 1, source } as const]
    await telemetry.append([{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }])
    return { url: `/api/vessels/${vesselId}/sources`, body: { field: 'sog', source } }
  },
  'POST /api/vessels/:id/devices': async ({ vesselId }, { records }) => {
    await records.db.transaction((tx) => endPairing(tx, vesselId, new Date()))
    return { url: `/api/vessels/${vesselId}/devices`, body: {} }
  },
  'POST /api/vessels/:id/pair-device': async ({ vesselId }, { records }) => {
    const { id } = await createDevice(records.db, {})
    const { code } = await issuePairingCode(records.db, id, Date.now())
    return { url: `/api/vessels/${vesselId}/pair-device`, body: { pairing_code: code, replace_device: true } }
  },
  'POST /api/vessels/:id/unpair-device': async ({ vesselId }, { records }) => {
    await giveDevice(records.db, { vesselId, now: new Date(), mayReplace: true })
    return { url: `/api/vessels/${vesselId}/unpair-device`, body: {} }
  },
  'PUT /api/devices/:deviceId/transfer/:fromVesselId/:toVesselId': async (thing, { records }) => {
    const { organizationId, departmentId, vesselId } = thing
    const { id } = await giveDevice(records.db, { vesselId, now: new Date(), mayReplace: true })
    const [other] = await records.db
      .insert(vessels)
      .values({ organizationId, departmentId, name: 'Other' })
      .returning()
    return { url: `/api/devices/${id}/transfer/${vesselId}/${other?.id}`, body: {} }
  },
  'POST /api/devices/:id/secret': async ({ vesselId }, { records }) => {
    const { id } = await giveDevice(records.db, { vesselId, now: new Date(), mayReplace: true })
    return { url: `/api/devices/${id}/secret`, body: {} }
  },
  'DELETE /api/devices/:id': async ({ vesselId }, { records }) => {
    const { id } = await giveDevice(records.db, { vesselId, now: new Date(), mayReplace: true })
    return { url: `/api/devices/${id}`, body: {} }
  },
  'PUT /api/sensors/:id': ({ sensorId }) => ({
    url: `/api/sensors/${sensorId}`,
    body: { description: 'Bow', use_with_safety_speed: true },
  }),
  'POST /api/sensors/:id/mountings': ({ sensorId }) => ({
    url: `/api/sensors/${sensorId}/mountings`,
    body: { valid_from: null, place: 'Bow', x_axis: 'aft', z_axis: 'up', level_from: null },
  }),
  'DELETE /api/sensors/:id/mountings/:mountingId': async ({ sensorId }, { records: { db } }) => {
    const mounting = { sensorId, validFromUs: 1, xAxis: 'aft', zAxis: 'up' } as const
    const { made } = await db.transaction((tx) => insertMounting(tx, mounting, new Date()))
    return { url: `/api/sensors/${sensorId}/mountings/${made.id}`, body: {} }
  },
  'PUT /api/super/user-role': async ({ organizationId }, { records }) => {
    const top = await records.db.query.departments.findFirst({
      where: (row, { and, eq, isNull }) => and(eq(row.organizationId, organizationId), isNull(row.parentId)),
    })
    return { url: '/api/super/user-role', body: { role_id: 'super-admin', department_id: top?.id } }
  },
}

async function askingLog(db: Db, vesselId: string): Promise<string> {
  const id = randomUUID()
  await insertLogImport(db, {
    id,
    vesselId,
    userId: null,
    fileName: 'a.log',
    bytes: 1,
    createdAt: new Date(),
  })
  await changeLogImport(db, id, { state: 'asking' })
  return id
}

/** Names of vessels and departments are unique in an organization. */
const newName = () => `New ${randomUUID().slice(0, 8)}`

const boat = (department_id: string) => ({
  name: newName(),
  department_id,
  ...{ length: 9, beam_overall: 3, top_speed: 40, cruising_speed: 25, safety_speed_limit: 30 },
})
const ruleForm = (department_id: string) => ({
  ...{ type: 'threshold', severity: 'warning', department_id },
  definition: {
    geofences: { enabled: false, ids: [], area_operation: 'inside' },
    logic: { and: [{ variable: { type: 'instant', field: 'sog' }, operation: 'more_than', value: 10 }] },
  },
})
const circle = { type: 'circle', coordinates: [{ lat: 64, lon: -22 }], radius: 500 }

/** Samples of the trip that everything begins with: without any, what is left of it would be no trip. */
async function sail({ tripId, vesselNumber }: Thing, { telemetry }: TestApi): Promise<string> {
  await telemetry.append([playReadings(vesselNumber, '09:00 12kn, 10:00 0kn, 10:01 0kn')])
  return tripId
}

const LATER_US = Date.UTC(2026, 5, 18, 11) * 1000
/** Another trip of the vessel after its own, the same each time. */
async function addTrip({ vesselId, organizationId }: Thing, { records: { db } }: TestApi): Promise<string> {
  await db.delete(trips).where(and(eq(trips.vesselId, vesselId), eq(trips.startUs, LATER_US)))
  const [row] = await db
    .insert(trips)
    .values(tripOf({ id: vesselId, organizationId }, LATER_US))
    .returning()
  if (!row) throw new Error('nothing was inserted')
  return row.id
}

const person = (department_id: string) => ({
  name: 'Nína',
  email: `${randomUUID()}@one.example`,
  role_id: 'department-viewer',
  department_id,
})

const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

/** Names of all endpoints that change something for a signed-in user. */
export const writeNames = ROUTES.map(({ endpoint }) => endpoint)
  .filter((endpoint) => isWrite(endpoint) && endpoint.access !== 'anyone')
  .map(nameOf)
