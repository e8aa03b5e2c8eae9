/** The real server on embedded engines, with two organizations in it, for tests. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hashPassword } from 'better-auth/crypto'
import type { FastifyInstance } from 'fastify'
import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import type { Installation } from '#contract/wire/installation.ts'
import { hashOfKey } from '#server/access/hashOfKey.ts'
import { UNDESCRIBED } from '#server/api/answerProblem.ts'
import { basemapRoutes } from '#server/api/basemap/basemapRoutes.ts'
import { type ApiDependencies, buildApi } from '#server/api/buildApi.ts'
import { type Areas, openAreas } from '#server/basemap/openAreas.ts'
import { type Charts, openCharts } from '#server/charts/openCharts.ts'
import { webCharts } from '#server/charts/webCharts.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { folderFiles } from '#server/files/folderFiles.ts'
import { folderMail } from '#server/notify/folderMail.ts'
import type { Mail } from '#server/notify/mail.ts'
import { type Bus, inProcessBus } from '#server/platform/bus.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { OrganizationShares } from '#server/platform/organizationShares.ts'
import { openThrottle, type Throttle } from '#server/platform/throttle.ts'
import { KEY_BYTES, openVault, type Vault } from '#server/platform/vault.ts'
import { openWorkerPool } from '#server/platform/workerPool.ts'
import { insertDepartment } from '#server/records/departments.ts'
import { createDevice } from '#server/records/devices.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { insertUser } from '#server/records/users.ts'
import type { Db, Records, Tx } from '#server/stores/relational/openRecords.ts'
import {
  alerts,
  apiKeys,
  captains,
  comments,
  geofences,
  rules,
  sensors,
  trips,
  vessels,
} from '#server/stores/relational/schema.ts'
import type { ForecastSource } from '#server/weather/forecastSource.ts'
import { openSeaForecasts, type SeaForecasts } from '#server/weather/seaForecasts.ts'
import './rememberPasswords.ts'
import { testRecords } from './testStores.ts'
import { testTelemetry } from './testTelemetry.ts'

export const PASSWORD = 'correct horse'

/** Places of a thing as seen from a department user: own, beside, above, below, or in another organization. */
export const PLACES = ['own', 'sibling', 'parent', 'child', 'foreign'] as const
export type Place = (typeof PLACES)[number]

export interface Thing {
  organizationId: string
  /** A user with a viewing role. */
  userId: string
  alertId: string
  commentId: string
  ruleId: string
  geofenceId: string
  apiKeyId: string
  departmentId: string
  vesselId: string
  vesselNumber: number
  captainId: string
  tripId: string
  /** Objects that a test adds to the trip's vessel and to the trip. */
  otherTripId?: string
  correctionId?: string
  sensorId: string
  mountingId?: string
  deviceId: string
  pairingCode?: string
  otherVesselId?: string
  logId?: string
  webhookId?: string
  exportId?: string
  scheduleId?: string
  shareLinkId?: string
  wallLinkId?: string
  watchNoteId?: string
  imageId?: string
  engineId?: string
  taskId?: string
  serviceRecordId?: string
  chartId?: string
  chartVersion?: string
  downloadToken?: string
}

type TestTelemetry = Awaited<ReturnType<typeof testTelemetry>>

export interface TestApi {
  app: FastifyInstance
  records: Records
  db: Db
  vault: Vault
  telemetry: TestTelemetry
  bus: Bus
  throttle: Throttle
  files: FileStore
  /** Store of exports and uploaded logs. */
  sharedFiles: FileStore
  /** Folder of incomplete files. */
  scratch: string
  charts: Charts
  /** Folder of charts. */
  chartsFolder: string
  areas: Areas
  sea: SeaForecasts
  /** Log of the server, as JSON lines. */
  logged: string[]
  /** Sends what waits, which listening begins too. */
  startJobs(): void
  mails(): Promise<{ to: string; text: string; subject: string }[]>
  close(): Promise<void>
}

export async function testApi(
  given: {
    clock?: Clock
    records?: Records
    telemetry?: TestTelemetry
    shares?: OrganizationShares
    mail?: Mail
    waiting?: ApiDependencies['waiting']
    waitingWork?: ApiDependencies['waitingWork']
  } & Partial<ApiDependencies['config']> & {
      consoleDir?: string
      CHART_SOURCES?: string
      /** Source and folder of areas in harbour detail; with a source, the map under the fleet consists of these alone. */
      BASEMAP_SOURCE_URL?: string
      areasFolder?: string
      /** Source of the sea on the map. */
      forecastSource?: ForecastSource
      areasMb?: number
    } = {},
): Promise<TestApi> {
  const {
    clock = systemClock,
    records = await testRecords(),
    waiting = () => 0,
    waitingWork = () => [],
    consoleDir,
    ...rest
  } = given
  const { telemetry = await testTelemetry(), shares, mail: otherMail, CHART_SOURCES, ...more } = rest
  const { BASEMAP_SOURCE_URL = NO_SOURCE, areasFolder, areasMb = 100, forecastSource, ...config } = more
  const folder = await mkdtemp(join(tmpdir(), 'taffrail-api-'))
  const logged: string[] = []
  const note = (message: string, fields?: Record<string, unknown>) => {
    const plain = { ...fields, error: fields?.error instanceof Error ? fields.error.stack : fields?.error }
    logged.push(JSON.stringify({ message, ...plain }))
  }
  const log: Log = { info: note, warn: note, error: note }
  const bus = inProcessBus((error) => note('a listener failed', { error }))
  const throttle = openThrottle()
  const mail = otherMail ?? folderMail(folder, 'Taffrail <taffrail@localhost>')
  const files = folderFiles(join(folder, 'files'))
  const sharedFiles = folderFiles(folder)
  const chartsFolder = join(folder, 'charts')
  const workers = openWorkerPool({
    size: 2,
    limits: { seconds: 60, megabytes: 512 },
    log,
    ...(shares && { shares }),
  })
  const charts = openCharts({
    ...{ files: sharedFiles, scratch: folder, bus, log, workers },
    web: webCharts(CHART_SOURCES),
  })
  const areas = await openAreas({
    folder: areasFolder ?? join(folder, 'areas'),
    files: areasFolder ? folderFiles(dirname(areasFolder)) : sharedFiles,
    sourceUrl: BASEMAP_SOURCE_URL,
    ...{ mostBytes: areasMb * 1e6, freeBytes: 0, bus, log, clock },
  })
  areas.startFetching()
  const sea = openSeaForecasts({
    ...{ db: records.db, files: sharedFiles, bus, clock, log },
    ...{ source: forecastSource ?? null, callsPerDay: 8000 },
  })
  const { app, startDeliveries, startCleanup } = await buildApi({
    config: {
      PORT: 3000,
      PUBLIC_URL: undefined,
      SUPPORT_EMAIL: undefined,
      TRUST_PROXY: undefined,
      BASEMAP_TILES_URL: undefined,
      SATELLITE_TILES_URL: undefined,
      SEAMARKS_TILES_URL: undefined,
      demo: false,
      provider: null,
      ...config,
    },
    records,
    vault: TEST_VAULT,
    telemetry,
    bus,
    log,
    clock,
    mail,
    files,
    charts,
    workers,
    areas,
    sea,
    // Logs that were sent lie there unread, and exports wait, until a test opens their queues.
    ...{ sharedFiles, scratch: folder },
    installation: async () => INSTALLATION,
    throttle,
    ...(shares && { shares }),
    ...{ waiting, waitingWork },
    consoleDir: consoleDir ?? join(folder, 'no-console'),
  })
  let jobs: { close(): Promise<void> }[] | undefined
  const start = () => {
    jobs ??= [startDeliveries(), startCleanup(), sea.startFetching()]
  }
  app.addHook('onListen', async () => start())
  app.addHook('preClose', async () => {
    await Promise.all(jobs?.map((job) => job.close()) ?? [])
  })
  // A console without an answer about its base map would say that the map is not loaded.
  if (consoleDir || BASEMAP_SOURCE_URL !== NO_SOURCE) basemapRoutes(app, EMPTY_WORLD, areas)
  return {
    app,
    areas,
    sea,
    charts,
    records,
    db: records.db,
    vault: TEST_VAULT,
    telemetry,
    bus,
    throttle,
    files,
    sharedFiles,
    scratch: folder,
    chartsFolder,
    logged,
    mails: async () => (await mail.kept?.()) ?? [],
    startJobs: start,
    async close() {
      const undescribed = logged.filter((line) => line.includes(UNDESCRIBED))
      await app.close()
      await areas.close()
      await charts.close()
      await workers.close()
      await records.close()
      await telemetry.close()
      await rm(folder, { recursive: true, force: true })
      if (undescribed.length > 0) throw new Error(undescribed.join('\n'))
    },
  }
}

/** One for all, because a server may continue with the records of another. */
const TEST_VAULT = openVault([Buffer.alloc(KEY_BYTES, 7)])

/** Address without a server. */
const NO_SOURCE = 'http://127.0.0.1:9/world.pmtiles'
const EMPTY_WORLD = {
  index: () => ({ ready: true, vector: null, satellite: null, detail: null, seamarks: null }),
  fileOf: () => undefined,
}

const INSTALLATION: Installation = {
  id: '5d0c2a52-7a3e-4a8e-b1a5-4d1a3c0f9e11',
  ...{
    version: '0',
    started_at: new Date(0).toISOString(),
    last_backup_at: null,
    damaged_parts: [],
    memory_bytes: 0,
  },
  stores: { records: 'pglite', telemetry: 'chdb', files: 'folder', answer: true },
  ...{ disk: { free_bytes: 1, total_bytes: 2 }, backlog: [], not_configured: [] },
  mail: { host: null, from: 'taffrail@localhost' },
}

export const emailOf = (roleId: RoleId | 'member') => `${roleId}@one.example`

/** Alike for all, so that a process computes it once. */
let hashing: Promise<string> | undefined

/** Two organizations; in the first one user of each role, department roles in `own`. */
export async function twoOrganizations(db: Db): Promise<Record<Place, Thing>> {
  hashing ??= hashPassword(PASSWORD)
  const passwordHash = await hashing
  return db.transaction(async (tx) => {
    const one = await insertOrganization(tx, { name: 'One' })
    const two = await insertOrganization(tx, { name: 'Two' })
    const department = (organizationId: string, parentId: string, name: string) =>
      insertDepartment(tx, { organizationId, parentId, name })
    const own = await department(one.organizationId, one.departmentId, 'Own')
    const places: [Place, string, string][] = [
      ['own', one.organizationId, own],
      ['sibling', one.organizationId, await department(one.organizationId, one.departmentId, 'Sibling')],
      ['parent', one.organizationId, one.departmentId],
      ['child', one.organizationId, await department(one.organizationId, own, 'Child')],
      ['foreign', two.organizationId, two.departmentId],
    ]
    for (const roleId of ROLE_IDS) {
      const departmentId = roleId.startsWith('department-') ? own : one.departmentId
      const who = { organizationId: one.organizationId, departmentId, roleId, name: roleId }
      await insertUser(tx, { ...who, email: emailOf(roleId), identityId: randomUUID(), passwordHash })
    }
    const things: [Place, Thing][] = []
    for (const [place, organizationId, departmentId] of places) {
      things.push([place, await addThing(tx, { organizationId, departmentId }, place)])
    }
    return Object.fromEntries(things) as Record<Place, Thing>
  })
}

async function addThing(
  tx: Tx,
  owner: { organizationId: string; departmentId: string },
  name: string,
): Promise<Thing> {
  const [vessel] = await tx
    .insert(vessels)
    .values({ ...owner, name: `Vessel ${name}` })
    .returning()
  const [captain] = await tx
    .insert(captains)
    .values({ ...owner, name: `Captain ${name}` })
    .returning()
  if (!vessel || !captain) throw new Error('nothing was inserted')
  const device = await createDevice(tx, { vesselId: vessel.id })
  const startUs = Date.UTC(2026, 5, 18, 9) * 1000
  const [trip] = await tx.insert(trips).values(tripOf(vessel, startUs)).returning()
  if (!trip) throw new Error('nothing was inserted')
  const [sensor] = await tx.insert(sensors).values({ vesselId: vessel.id, number: 1 }).returning()
  if (!sensor) throw new Error('nothing was inserted')
  const { id: vesselId, number: vesselNumber, departmentId } = vessel
  const { organizationId } = owner
  const isTop = name === 'parent' || name === 'foreign'
  const alert = { organizationId, vesselId, tripId: trip.id, type: 'threshold', text: `Alert ${name}` }
  const [alerted] = await tx
    .insert(alerts)
    .values({ ...alert, triggerUs: startUs })
    .returning()
  if (!alerted) throw new Error('nothing was inserted')
  return {
    organizationId,
    departmentId,
    deviceId: device.id,
    vesselId,
    vesselNumber,
    captainId: captain.id,
    tripId: trip.id,
    sensorId: sensor.id,
    alertId: alerted.id,
    ...(await addPapers(tx, { ...owner, vesselId }, name)),
    userId: await addPerson(tx, owner, isTop ? 'organization-viewer' : 'department-viewer'),
  }
}

/** Adds the documents of a vessel, and a key to read these with. */
async function addPapers(
  tx: Tx,
  place: { organizationId: string; departmentId: string; vesselId: string },
  name: string,
) {
  const { organizationId, departmentId, vesselId } = place
  const owner = { organizationId, departmentId }
  const channelOff = { enabled: false, apply_to_all: false, user_ids: [] }
  const rule = {
    type: 'threshold',
    severity: 'warning',
    definition: {
      geofences: { enabled: false, ids: [], area_operation: 'inside' as const },
      logic: {
        and: [
          {
            variable: { type: 'instant' as const, field: 'sog' },
            operation: 'more_than' as const,
            value: 20,
          },
        ],
      },
    },
    notifications: {
      push_notifications: channelOff,
      email: channelOff,
      sms: channelOff,
      helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
      console: { enabled: true },
    },
  }
  const made = [
    await tx.insert(comments).values({ organizationId, vesselId, text: name }).returning(),
    await tx
      .insert(rules)
      .values({ ...owner, ...rule, vessels: { apply_to_all: true, ids: [] } })
      .returning(),
    await tx
      .insert(geofences)
      .values({
        ...owner,
        name,
        type: 'circle',
        coordinates: [{ latitudeDeg: 64, longitudeDeg: -22 }],
        radiusM: 100,
      })
      .returning(),
  ]
  const [commentId = '', ruleId = '', geofenceId = ''] = made.map(([row]) => row?.id)
  const { id: apiKeyId } = await addKey(tx, owner, 'organization-viewer', name)
  return { commentId, ruleId, geofenceId, apiKeyId }
}

/** A key of the public API, and what a program that has it sends along. */
export async function addKey(
  db: Db | Tx,
  { organizationId, departmentId }: Pick<Thing, 'organizationId' | 'departmentId'>,
  roleId: RoleId,
  name = 'Weather bot',
) {
  const secret = `bk_${randomUUID()}`
  const shown = { firstDigits: secret.slice(0, 7), lastDigits: secret.slice(-4) }
  const key = { organizationId, departmentId, roleId, name, secretHash: hashOfKey(secret), ...shown }
  const [{ id } = { id: '' }] = await db.insert(apiKeys).values(key).returning()
  return { id, secret, headers: bearer(secret) }
}

/** Adds a user without a password. */
export function addPerson(
  tx: Tx,
  owner: { organizationId: string; departmentId: string },
  roleId: RoleId,
): Promise<string> {
  const identityId = randomUUID()
  const email = `${identityId}@people.example`
  return insertUser(tx, { ...owner, roleId, identityId, email, name: `Person ${email}`, passwordHash: '' })
}

/** An hour at 10 m/s that was detected from `startUs` on. */
export const tripOf = (vessel: { id: string; organizationId: string }, startUs: number) => ({
  organizationId: vessel.organizationId,
  vesselId: vessel.id,
  startUs,
  endUs: (startUs + 3600_000_000) as number | null,
  lastMovingUs: startUs + 3600_000_000,
  lastRecordUs: startUs + 3600_000_000,
  startCause: 'moving',
  endCause: 'idle' as string | null,
  visible: true,
  algoVersion: 1,
  analysedRevision: 0,
  distanceM: 36_000,
  durationS: 3600,
  avgSogMps: 10,
  maxSogMps: 12,
})

/** The session cookie after a password sign-in. */
export async function signIn(app: FastifyInstance, email: string, password = PASSWORD): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    payload: { email, password },
  })
  const cookie = [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0]
  if (answer.statusCode !== 200 || !cookie)
    throw new Error(`sign-in answered ${answer.statusCode} ${answer.body}`)
  return cookie
}

export async function tokenOf(app: FastifyInstance, cookie: string): Promise<string> {
  const answer = await app.inject({ url: '/identity/token', headers: { cookie } })
  const { token } = answer.json<{ token?: string | null }>()
  if (!token) throw new Error(`the token call answered ${answer.statusCode} ${answer.body}`)
  return token
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
