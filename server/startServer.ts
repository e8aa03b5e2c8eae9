/** The whole server, wired in the order in which data flows: stores, gateway, processing, API. */
import { resolve } from 'node:path'
import { backupRoutes } from './api/backups/backupRoutes.ts'
import { basemapRoutes } from './api/basemap/basemapRoutes.ts'
import { buildApi, type Deliveries } from './api/buildApi.ts'
import { healthRoute } from './api/health/healthRoute.ts'
import { type MetricFigures, metricsRoute } from './api/health/metricsRoute.ts'
import { readGuidance } from './api/helm/readHelm.ts'
import { openHttp } from './api/openHttp.ts'
import { openAreas } from './basemap/openAreas.ts'
import { satelliteTiles } from './basemap/operatorMap.ts'
import { prepareBasemap } from './basemap/prepareBasemap.ts'
import { worldFolder } from './basemap/worldFolder.ts'
import { openCharts } from './charts/openCharts.ts'
import { claimFiles, joinInstallation } from './cluster/joinInstallation.ts'
import { openShare, type Share } from './cluster/openShare.ts'
import type { ProcessingView } from './cluster/sharedProcessing.ts'
import { warnOfLocalFiles } from './cluster/warnOfLocalFiles.ts'
import type { Held } from './cluster/withLease.ts'
import type { Config } from './config.ts'
import { openFiles } from './files/openFiles.ts'
import { localRoutes } from './gateway/localRoutes.ts'
import { type Gateway, startGateway } from './gateway/startGateway.ts'
import { openMail } from './notify/openMail.ts'
import { openSecrets } from './openSecrets.ts'
import { localAddress, outsideUrls } from './platform/addresses.ts'
import type { Bus } from './platform/bus.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { openClockCheck, type TimedStore } from './platform/clockCheck.ts'
import { lockFolder } from './platform/lockFolder.ts'
import type { Log } from './platform/log.ts'
import { openOrganizationShares } from './platform/organizationShares.ts'
import { closeDataDir } from './platform/ownerOnly.ts'
import { preferredPort } from './platform/preferredPort.ts'
import { newToken, writeRunFile } from './platform/runFile.ts'
import { openThrottle, type Throttle } from './platform/throttle.ts'
import { openWorkerPool } from './platform/workerPool.ts'
import type { Processing } from './processing/loop/startProcessing.ts'
import type { StepContext } from './processing/loop/step.ts'
import { readInstallation } from './readInstallation.ts'
import type { ExportRow } from './records/fleetExports.ts'
import { vesselNames } from './records/vesselDirectory.ts'
import type { ProcessRole } from './settings.ts'
import { requireFinished } from './stores/backups/unfinished.ts'
import { type Columns, columnsNowMs } from './stores/columns/columns.ts'
import { watchDamage } from './stores/columns/damage.ts'
import { openColumns } from './stores/columns/openColumns.ts'
import { openRecords, type Records, recordsNowMs } from './stores/relational/openRecords.ts'
import { storesReady } from './stores/storesReady.ts'
import { openTelemetry } from './telemetry/openTelemetry.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import type { ForecastSource } from './weather/forecastSource.ts'
import { openSeaForecasts } from './weather/seaForecasts.ts'

export interface Server {
  /** Address of the console for users, and for programs on this machine. */
  url: string
  localUrl: string
  records: Records
  telemetry: Telemetry
  /** Null in a process that takes nothing, neither from devices nor from files. */
  gateway: Gateway | null
  /** Null in a process without that role; `running` is null until it begins, and while another process has the lease. */
  processing: Pick<Held<Processing>, 'running'> | null
  /** Work that waits in processing, wherever it runs. */
  view: Pick<ProcessingView, 'waitingBeforeUs' | 'hasten'>
  /**
   * Begins processing and the jobs, once. Until then the server answers, and devices are acknowledged. What the last run
   * left undone would keep the first answers waiting.
   */
  begin(): Promise<void>
  share: Share
  bus: Bus
  clock: Clock
  throttle: Throttle
  close(): Promise<void>
}

const USUAL_MQTT_PORT = 1883

/**
 * Opens the server and resolves when it answers. Rejects with FolderInUse while another server has the data directory,
 * and with StoresInUse while one has the stores. Rejects with Unfinished after an incomplete restore, with the error
 * of `mayOpen` before any request is answered, and otherwise with the engine's error.
 */
export async function startServer(
  config: Config,
  log: Log,
  mayOpen: (records: Records) => Promise<void> = async () => undefined,
): Promise<Server> {
  // Closed in the opposite order, and also when a later step of the start fails.
  const closers: (() => unknown)[] = []
  let begun: Promise<void> = Promise.resolve()
  const close = async () => {
    await begun.catch(() => undefined)
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer()
  }
  const closing = <Closed extends { close(): unknown }>(one: Closed): Closed => {
    closers.push(() => one.close())
    return one
  }
  const has = (role: ProcessRole) => config.ROLES.includes(role)
  try {
    closers.push(await lockFolder(config.dataDir))
    closeDataDir(config.dataDir, log)
    const base = await openBase({ config, log, closing, mayOpen })
    let computing: Held<Processing> | null = null
    const processing = has('processing')
      ? {
          get running() {
            return computing?.running ?? null
          },
        }
      : null
    const view = closing(base.share.view(processing, has('api')))
    const gateway = has('gateway') || has('api') ? closing(await openGateway(base)) : null
    const token = newToken()
    const given = { ...base, gateway, view, token, closing }
    let jobs: Held<{ close(): Promise<void> }> | null = null
    let deliveries: Held<Deliveries> | null = null
    const figures = () => ({
      isDoingJobs: Boolean(jobs?.running),
      outbox: deliveries?.running?.figures() ?? [],
    })
    const opened = has('api')
      ? await openApi({ ...given, gateway: gateway as Gateway, figures })
      : { app: await openPlain(given), work: null }
    const { app, work } = opened
    await app.listen({ host: config.HOST, port: config.PORT })
    const { host, port } = localAddress(app.server.address())
    const localUrl = `http://${host}:${port}`
    const url = host === '127.0.0.1' ? `http://localhost:${port}` : localUrl
    closers.push(await writeRunFile(config.dataDir, { pid: process.pid, url: localUrl, token }))
    const begin = () => {
      begun = beginWork()
      return begun
    }
    const { records, telemetry, share, bus, clock, throttle } = base
    const parts = { records, telemetry, gateway, processing, view, share, bus, clock, throttle }
    return { url, localUrl, ...parts, begin, close }

    async function beginWork() {
      if (has('processing')) computing = closing(await openProcessing(base))
      if (!work) return
      await work.loadIdentity()
      // From here on a process that stops no longer works for the others.
      closing(await base.share.each('logs and exports', work.startOnFiles, 'files'))
      deliveries = closing(await base.share.each('messages and reports', work.startDeliveries, 'records'))
      jobs = closing(await base.share.one('jobs', work.startJobs))
      closing(warnOfLocalFiles(config, jobs, log))
    }
  } catch (error) {
    await close()
    throw error
  }
}

type App = Awaited<ReturnType<typeof openHttp>>
type Closing = <Closed extends { close(): unknown }>(one: Closed) => Closed
type Base = Awaited<ReturnType<typeof openBase>>

/** Opens the basis of every role: the stores, and the bus between the processes. */
async function openBase(given: {
  config: Config
  log: Log
  closing: Closing
  mayOpen: (records: Records) => Promise<void>
}) {
  const { config, log, closing, mayOpen } = given
  const shares = openOrganizationShares()
  const opening = [openRecords(config).then(closing), openColumns(config, shares).then(closing)] as const
  // The embedded column store crashes or hangs a process that ends while it opens.
  await Promise.allSettled(opening)
  const [records, columns] = await Promise.all(opening)
  const { db } = records
  const clocks = closing(
    await openClockCheck({ clock: systemClock, stores: timedStores(records, columns), log }),
  )
  const { clock } = clocks
  const joined = closing(await joinInstallation({ config, records, log, clock }))
  const { installation, bus, shared } = joined
  await requireFinished(db, columns, config.dataDir)
  await mayOpen(records)
  const share = closing(await openShare({ config, db, columns, bus: shared, log }))
  const telemetry = openTelemetry(columns, share.events)
  const answering = storesReady({ records, columns })
  const damage = closing(await watchDamage(columns, log))
  const readiness = {
    storesReady: answering,
    isClockRight: clocks.isRight,
    damagedParts: () => damage.count(),
  }
  const ownFigures = () => ({
    damagedParts: damage.count(),
    clock: clocks.figures(),
    ...(shared && { isBusConnected: shared.isConnected }),
  })
  const throttle = openThrottle()
  const stores = { records, db, columns, share, telemetry, answering, readiness }
  const load = { throttle, shares }
  const forecasts = await forecastSource(config)
  return { config, log, clock, clocks, installation, damage, bus, ...load, forecasts, ...stores, ownFigures }
}

/** Stores elsewhere, which have a clock of their own. */
const timedStores = (records: Records, columns: Columns): TimedStore[] => [
  ...(records.engine === 'postgres'
    ? [{ name: 'records' as const, nowMs: () => recordsNowMs(records.db) }]
    : []),
  ...(columns.path === null ? [{ name: 'telemetry' as const, nowMs: () => columnsNowMs(columns) }] : []),
]

/** Opens processing; each of several processes computes for its share of the vessels. */
async function openProcessing(base: Base): Promise<Held<Processing>> {
  const { log, clock, bus, telemetry, throttle, share, forecasts: source } = base
  const [{ startProcessing }, { weatherStep }] = await Promise.all([
    import('./processing/loop/startProcessing.ts'),
    import('./weather/weatherStep.ts'),
  ])
  const forecasting = source && {
    forecastStep: (context: StepContext) => weatherStep({ ...context, source }),
  }
  const given = { bus, log, clock, throttle, ...forecasting }
  return share.compute(telemetry, (own) => startProcessing({ ...given, ...own }))
}

async function openGateway(base: Base): Promise<Gateway> {
  const { config, log, clock, clocks, bus, db, telemetry, share } = base
  const MQTT_PORT = config.MQTT_PORT ?? (await preferredPort(USUAL_MQTT_PORT, config.MQTT_HOST))
  const gateway = await startGateway({
    ...{ config: { ...config, MQTT_PORT }, db, telemetry, bus, log, clock },
    isClockRight: clocks.isRight,
    isListening: config.ROLES.includes('gateway'),
  })
  share.onAble((isAble) => gateway.setReceiving(isAble))
  return gateway
}

type Parts = Base & { view: ProcessingView; token: string; closing: Closing }

/** Adds the routes for devices, where this process takes their data. */
function waysIn({ config, db, telemetry, clock }: Base, gateway: Gateway, app: App) {
  if (config.ROLES.includes('gateway'))
    gateway.httpRoutes(app, (vesselId) => readGuidance({ db, telemetry }, vesselId, clock.nowMs()))
}

/** The HTTP server of a process without API: the calls of devices, health and metrics. */
async function openPlain(given: Parts & { gateway: Gateway | null }): Promise<App> {
  const { config, log, share, readiness, ownFigures, gateway, view, closing } = given
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  const app = closing(
    await openHttp({ log, publicUrl, TRUST_PROXY: config.TRUST_PROXY, counts: share.counts }),
  )
  healthRoute(app, { preparation: { now: null, isNew: false } }, readiness)
  const figures = () => ({ openSockets: 0, ...gateway?.counts(), ...view.here(), ...ownFigures() })
  metricsRoute(app, figures, config.METRICS_TOKEN)
  if (gateway) await app.register(async (scope) => waysIn(given, gateway, scope))
  return app
}

/** Work that a process of the role `api` does beside answering. */
interface Work {
  /** Loads what signs people in, so that the first of them does not wait for it. */
  loadIdentity(): Promise<void>
  /** Files of people: every process does a part. */
  startOnFiles(): Promise<{ close(): Promise<void> }>
  /** Messages and reports: every process does a part. */
  startDeliveries(): Promise<Deliveries>
  /** Done by one process for all. */
  startJobs(): Promise<{ close(): Promise<void> }>
}

/** Everything that people and programs call, and the jobs. */
async function openApi(
  given: Parts & { gateway: Gateway; figures: () => Pick<MetricFigures, 'isDoingJobs' | 'outbox'> },
): Promise<{ app: App; work: Work }> {
  const { config, log, clock, bus, records, db, columns, telemetry, answering, ownFigures } = given
  const { readiness, gateway, view, token, closing, throttle, shares, share } = given
  const vault = await openSecrets(config, db)
  const mail = openMail(config)
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  const { installation, damage } = given
  closing(await claimFiles(given))
  const opened = closing(await openFiles(config, installation.id))
  const { files, sharedFiles, scratch } = opened
  const basemap = closing(
    await prepareBasemap({
      folder: worldFolder(config.dataDir),
      log,
      pmtilesFile: config.BASEMAP_PMTILES,
      tilesUrl: config.BASEMAP_TILES_URL,
      satellite: satelliteTiles(config),
      seamarksUrl: config.SEAMARKS_TILES_URL,
      after: config.demo ? untilPrepared(bus) : undefined,
      cutOnce: share.makeOnce(sharedFiles),
    }),
  )
  const limits = { seconds: config.UPLOAD_SECONDS, megabytes: config.UPLOAD_MEMORY_MB }
  // A log may take an hour, while users wait for all other files.
  const logWorkers = closing(openWorkerPool({ size: 2, limits, log, shares }))
  const workers = closing(openWorkerPool({ size: 2, limits, log, shares }))
  const charts = closing(
    openCharts({ files: sharedFiles, scratch, bus, web: config.webCharts, log, workers }),
  )
  const areas = closing(
    await openAreas({
      ...{ files: sharedFiles, folder: resolve(config.dataDir, 'areas') },
      sourceUrl: config.BASEMAP_SOURCE_URL,
      mostBytes: config.BASEMAP_AREAS_MB * 1e6,
      ...{ bus, log, clock },
    }),
  )
  const sea = openSeaForecasts({
    ...{ db, files: sharedFiles, bus, clock, log },
    source: given.forecasts,
    callsPerDay: config.OPEN_METEO_CALLS_PER_DAY,
  })
  const { figures } = view
  const api = await buildApi({
    ...{ config, records, vault, telemetry, bus, log, clock, throttle, mail, files, charts, workers, areas },
    ...{ sea, sharedFiles, scratch, shares },
    waiting: view.waiting,
    waitingWork: view.waitingWork,
    counts: share.counts,
    gateway: { ...gateway.addresses, console_urls: outsideUrls(config) },
    figures: () => ({
      ...{ ...gateway.counts(), ...view.here(), steps: figures() },
      ...{ ...ownFigures(), ...given.figures() },
    }),
    readiness,
    installation: () =>
      readInstallation({
        ...{ config, id: installation.id, engine: records.engine, isEmbedded: columns.path !== null },
        ...{ storesReady: answering, figures, damaged: damage.parts },
        vesselNames: (numbers) => vesselNames(db, numbers),
      }),
  })
  const { app } = api
  closing(mail)
  closing(app)
  await app.register(async (scope) => {
    waysIn(given, gateway, scope)
    localRoutes(scope, { db, intake: gateway.intake, token, clock, bus, workers: logWorkers })
    const { CLICKHOUSE_URL, dataDir } = config
    backupRoutes(scope, { records, columns, CLICKHOUSE_URL, dataDir, files, sharedFiles, token })
    basemapRoutes(scope, basemap, areas)
  })

  async function startOnFiles() {
    const [{ openLogQueue }, { openExportQueue }, { mailExport }] = await Promise.all([
      import('./gateway/logQueue.ts'),
      import('./downloads/exports/exportQueue.ts'),
      import('./notify/exportMail.ts'),
    ])
    const common = { db, bus, clock, log, files: sharedFiles, scratch }
    const notifyExport = (row: ExportRow) => mailExport({ db, mail, publicUrl }, row)
    const logs = await openLogQueue({ ...common, intake: gateway.intake, workers: logWorkers })
    const exports = await openExportQueue({ ...common, telemetry, notify: notifyExport })
    return {
      async close() {
        await Promise.all([logs.close(), exports.close()])
      },
    }
  }

  async function startJobs() {
    const cleanup = api.startCleanup()
    const fetching = areas.startFetching()
    const seaFetching = sea.startFetching()
    return {
      async close() {
        await Promise.all([fetching.close(), seaFetching.close(), cleanup.close()])
      },
    }
  }
  const { loadIdentity } = api
  const startDeliveries = async () => api.startDeliveries()
  return { app, work: { loadIdentity, startOnFiles, startDeliveries, startJobs } }
}

/** Longest wait for the demo's month, should it stop before it is complete. */
const LONGEST_PREPARATION_MS = 600_000

/** Resolves when the demo's month is complete. */
function untilPrepared(bus: Bus): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      leave()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, LONGEST_PREPARATION_MS).unref()
    const leave = bus.subscribe('preparation.progressed', ({ what, done, total }) => {
      if (what === 'Figures' && done === total) end()
    })
  })
}

/** Source of the forecasts along tracks and on the map; null until an operator names one, except in the demo. */
async function forecastSource(config: Config): Promise<ForecastSource | null> {
  const { OPEN_METEO_MARINE_URL: marineUrl, OPEN_METEO_FORECAST_URL: forecastUrl } = config
  if (marineUrl && forecastUrl) {
    const { openMeteo } = await import('./weather/openMeteo.ts')
    return openMeteo({ marineUrl, forecastUrl, apiKey: config.OPEN_METEO_API_KEY })
  }
  return config.demo ? (await import('./demo/seaForecast.ts')).seaForecast : null
}
