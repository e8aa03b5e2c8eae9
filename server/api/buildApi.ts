import type { FastifyInstance } from 'fastify'
import { openAccess } from '#server/access/openAccess.ts'
import { basePathOf } from '#server/access/origins.ts'
import { pathCache } from '#server/analytics/pathCache.ts'
import type { Config } from '#server/config.ts'
import { openReportPdfs } from '#server/downloads/reports/reportPdfs.ts'
import { openReportQueue } from '#server/downloads/reports/reportQueue.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { type Mail, reachesPeople } from '#server/notify/mail.ts'
import { type NotifyConfig, openNotify } from '#server/notify/openNotify.ts'
import { reportMail } from '#server/notify/reportMail.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { WaitingWork } from '#server/platform/events.ts'
import { jobTrigger, onJobWanted } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import type { OrganizationShares } from '#server/platform/organizationShares.ts'
import type { Vault } from '#server/platform/vault.ts'
import { openRealtime } from '#server/realtime/openRealtime.ts'
import type { OutboxFigures } from '#server/records/messages.ts'
import type { Db, Records } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { addRoute } from './addRoute.ts'
import { drawTrack } from './alerts/drawTrack.ts'
import { alertOnWire } from './alerts/toAlert.ts'
import { openBackground } from './background.ts'
import { openCallTurns } from './callTurns.ts'
import { consoleRoutes } from './console/consoleRoutes.ts'
import { wayOf } from './console/withForm.ts'
import { keptMailRoute } from './dev/keptMailRoute.ts'
import { healthRoute, type Readiness } from './health/healthRoute.ts'
import { type MetricFigures, metricsRoute } from './health/metricsRoute.ts'
import { identityRoutes } from './identity/identityRoutes.ts'
import { takeFiles } from './images/sentFiles.ts'
import { creditMeter } from './meter.ts'
import { unsubscribeRoute } from './notifications/unsubscribeRoute.ts'
import { addDescription } from './openApi/addDescription.ts'
import { openApiRoutes } from './openApi/openApiRoutes.ts'
import { openHttp } from './openHttp.ts'
import { PUBLIC_DESCRIPTION } from './publicApi/publicDescription.ts'
import { publicGuide } from './publicApi/publicGuide.ts'
import { publicSurface } from './publicApi/publicSurface.ts'
import { streamRoute } from './publicApi/streamRoute.ts'
import { realtimeRoute } from './realtime/realtimeRoute.ts'
import { refuseLate } from './refuseLate.ts'
import { FILE_ROUTES, ROUTES } from './routes.ts'
import type { Services } from './serve.ts'
import { sharedRoutes } from './shareLinks/sharedRoutes.ts'
import { startCleanup } from './startCleanup.ts'
import { consoleSurface } from './surface.ts'
import { wallRoutes } from './wall/wallRoutes.ts'

export interface ApiDependencies {
  config: Pick<
    Config,
    | 'METRICS_TOKEN'
    | 'PORT'
    | 'PUBLIC_URL'
    | 'SUPPORT_EMAIL'
    | 'WEBSITE_URL'
    | 'DOCUMENTATION_URL'
    | 'TRUST_PROXY'
    | 'BASEMAP_TILES_URL'
    | 'SATELLITE_TILES_URL'
    | 'SEAMARKS_TILES_URL'
    | 'demo'
    | 'provider'
  > &
    NotifyConfig
  records: Records
  vault: Vault
  telemetry: Telemetry
  bus: Bus
  log: Log
  clock: Clock
  mail: Mail
  files: FileStore
  charts: Services['charts']
  workers: Services['workers']
  areas: Services['areas']
  sea: Services['sea']
  sharedFiles: Services['sharedFiles']
  scratch: Services['scratch']
  installation: Services['installation']
  throttle: Services['throttle']
  /** Bounds what one organization takes while others call. */
  shares?: OrganizationShares
  waiting: Services['waiting']
  /** Intervals of vessels' time that wait to be processed, in whichever process. */
  waitingWork(): WaitingWork['vessels']
  /** Records that count calls over all processes; null when this process counts in memory. */
  counts?: Db | null
  gateway?: Services['gateway']
  /** Figures of other parts for /metrics. */
  figures?: () => Omit<MetricFigures, 'openSockets'>
  readiness?: Readiness
  /** Folder of the built console. */
  consoleDir?: string
}

/**
 * Calls that this process answers for one organization at once. The embedded engine answers on the same thread, so more
 * would not be faster; PostgreSQL answers over a network.
 */
const CALLS_AT_ONCE = { pglite: 1, postgres: 4 }

export interface Deliveries {
  /** Messages and reports that have not left yet, and those that this process has given up. */
  figures(): OutboxFigures[]
  close(): Promise<void>
}

export interface Api {
  /** The HTTP server of the API and the console; its owner calls `listen`. */
  app: FastifyInstance
  /** Loads the engine that signs people in, which the first of them would wait for otherwise. */
  loadIdentity(): Promise<void>
  /** Begins to send waiting messages and due reports, which every process may do. */
  startDeliveries(): Deliveries
  /** Begins to remove expired rows and files, which one process at a time does. */
  startCleanup(): { close(): Promise<void> }
}

const NO_GATEWAY: Services['gateway'] = {
  mqtt: { host: null, port: null, is_secure: false },
  ...{ tracker_port: null, nmea_port: null, has_unauthenticated_networks: false },
  console_urls: [],
}

const ALWAYS_READY: Readiness = {
  storesReady: async () => true,
  isClockRight: () => true,
  damagedParts: () => 0,
}

export async function buildApi(given: ApiDependencies): Promise<Api> {
  const {
    config,
    records,
    vault,
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
    sharedFiles,
    scratch,
  } = given
  const { db } = records
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  const access = await openAccess({ db, vault, bus, mail, log, clock, publicUrl, provider: config.provider })
  const background = openBackground(log)
  const realtime = openRealtime({
    ...{ db, callers: access.callers, bus, log, clock },
    waitingWork: given.waitingWork,
  })
  const notify = await openNotify({
    ...{ db, vault, clock, log, mail, publicUrl, config },
    alertOnWire: (organizationId, alertId) => alertOnWire(db, organizationId, alertId),
    drawTrack: ({ vessel, alert }) =>
      drawTrack(telemetry, { vesselNumber: vessel.number, triggerUs: alert.triggerUs }),
  })
  const paths = pathCache()
  const app = await openHttp({
    ...{ log, publicUrl, TRUST_PROXY: config.TRUST_PROXY },
    counts: given.counts ?? null,
    tilesUrls: [
      ...[config.BASEMAP_TILES_URL, config.SATELLITE_TILES_URL, config.SEAMARKS_TILES_URL],
      ...charts.web.map(({ tiles }) => tiles),
    ],
  })
  const pdfs = openReportPdfs(given.shares)
  const services: Services = {
    db,
    vault,
    telemetry,
    bus,
    clock,
    throttle: given.throttle,
    turns: openCallTurns(app, CALLS_AT_ONCE[records.engine], given.shares),
    mail,
    access,
    files,
    charts,
    workers,
    pdfs,
    areas,
    sea,
    sharedFiles,
    scratch,
    reports: jobTrigger(bus, 'reports'),
    installation: given.installation,
    paths,
    waiting: given.waiting,
    notify: { ...notify, ...jobTrigger(bus, 'messages') },
    background,
    meter: creditMeter({ db, clock }),
    gateway: given.gateway ?? NO_GATEWAY,
    publicUrl,
    supportEmail: config.SUPPORT_EMAIL ?? null,
    websiteUrl: config.WEBSITE_URL ?? null,
    documentationUrl: config.DOCUMENTATION_URL ?? null,
    demo: config.demo,
  }

  refuseLate(app, clock)
  healthRoute(app, realtime, given.readiness ?? ALWAYS_READY)
  metricsRoute(app, () => ({ openSockets: realtime.openSockets, ...given.figures?.() }), config.METRICS_TOKEN)
  for (const route of ROUTES) if (!route.takesFiles) addRoute(app, route, services, consoleSurface)
  // On a server of their own inside this one: everywhere else a form with files is refused unread.
  await app.register(async (scope) => {
    await takeFiles(scope)
    for (const route of ROUTES) if (route.takesFiles) addRoute(scope, route, services, consoleSurface)
  })
  for (const route of ROUTES) if (route.endpoint.forKeys) addRoute(app, route, services, publicSurface)
  openApiRoutes(app, basePathOf(publicUrl))
  streamRoute(app, services, realtime)
  addDescription(app, '/public', {
    description: PUBLIC_DESCRIPTION,
    base: basePathOf(publicUrl),
    guide: publicGuide(publicUrl),
  })
  sharedRoutes(app, services)
  wallRoutes(app, services)
  for (const route of FILE_ROUTES) route.open(app, services)
  await unsubscribeRoute(app, services)
  identityRoutes(app, services)
  if (config.demo && mail.kept) keptMailRoute(app, mail.kept)
  // Registered as a plugin, so that the socket plugin has seen the server before the route is added.
  await app.register(async (scope) => realtimeRoute(scope, { realtime, publicUrl }))
  await consoleRoutes(
    app,
    publicUrl,
    access.provider ? null : wayOf(reachesPeople(mail, config.demo), config.demo),
    given.consoleDir,
  )

  app.addHook('preClose', async () => realtime.close())
  app.addHook('onClose', async () => {
    access.close()
    await background.settled()
  })

  function startDeliveries(): Deliveries {
    const sender = notify.startSender()
    const reports = openReportQueue({
      ...{ db, telemetry, pdfs, clock, log },
      send: reachesPeople(mail, config.demo) ? (letter) => mail.send(reportMail(letter, publicUrl)) : null,
    })
    const leave = [
      bus.subscribe('alert.raised', () => sender.wake()),
      onJobWanted(bus, 'messages', sender),
      onJobWanted(bus, 'reports', reports),
    ]
    return {
      figures: () => [...sender.figures(), ...reports.figures()],
      async close() {
        for (const stop of leave) stop()
        await Promise.all([sender.close(), reports.close()])
      },
    }
  }

  function openCleanup() {
    const removing = openBackground(log)
    const stop = startCleanup({ records, telemetry, files, clock, background: removing })
    return {
      async close() {
        stop()
        await removing.settled()
      },
    }
  }
  const loadIdentity = () => access.identity.load()
  return { app, loadIdentity, startDeliveries, startCleanup: openCleanup }
}
