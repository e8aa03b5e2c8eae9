/** The whole server, wired in the order data flows: stores, gateway, processing, and what people call. */
import { resolve } from 'node:path'
import { backupRoutes } from './api/backups/backupRoutes.ts'
import { basemapRoutes } from './api/basemap/basemapRoutes.ts'
import { buildApi } from './api/buildApi.ts'
import { readGuidance } from './api/helm/readHelm.ts'
import { openAreas } from './basemap/openAreas.ts'
import { satelliteTiles } from './basemap/operatorMap.ts'
import { prepareBasemap } from './basemap/prepareBasemap.ts'
import { worldFolder } from './basemap/worldFolder.ts'
import { openCharts } from './charts/openCharts.ts'
import { webCharts } from './charts/webCharts.ts'
import type { Config } from './config.ts'
import { seaForecast } from './demo/seaForecast.ts'
import { openExportQueue } from './downloads/exports/exportQueue.ts'
import { openFiles } from './files/openFiles.ts'
import { localRoutes } from './gateway/localRoutes.ts'
import { openLogQueue } from './gateway/logQueue.ts'
import { type Gateway, startGateway } from './gateway/startGateway.ts'
import { tellOfExport } from './notify/exportMail.ts'
import { openMail } from './notify/openMail.ts'
import { localAddress } from './platform/addresses.ts'
import { type Bus, inProcessBus } from './platform/bus.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { lockFolder } from './platform/lockFolder.ts'
import type { Log } from './platform/log.ts'
import { natsBus } from './platform/natsBus.ts'
import { closeDataDir } from './platform/ownerOnly.ts'
import { preferredPort } from './platform/preferredPort.ts'
import { newToken, writeRunFile } from './platform/runFile.ts'
import { type Processing, startProcessing } from './processing/loop/startProcessing.ts'
import { readInstallation } from './readInstallation.ts'
import { openColumns } from './stores/columns/openColumns.ts'
import { openRecords, type Records } from './stores/relational/openRecords.ts'
import { storesAnswer } from './stores/storesAnswer.ts'
import { openTelemetry } from './telemetry/openTelemetry.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import type { ForecastSource } from './weather/forecastSource.ts'
import { openMeteo } from './weather/openMeteo.ts'
import { weatherStep } from './weather/weatherStep.ts'

export interface Server {
  /** Where people find the console, and where programs on this machine reach it. */
  url: string
  localUrl: string
  records: Records
  telemetry: Telemetry
  gateway: Gateway
  processing: Processing
  bus: Bus
  clock: Clock
  close(): Promise<void>
}

const USUAL_MQTT_PORT = 1883

/**
 * Rejects with FolderInUse while another server has the data directory, with what `mayOpen` says of the records before
 * anybody is answered, and with the engine's error otherwise.
 */
export async function startServer(
  config: Config,
  log: Log,
  mayOpen: (records: Records) => Promise<void> = async () => undefined,
): Promise<Server> {
  const clock = systemClock
  // Closed in the opposite order, and also when a later step of the start fails.
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer()
  }
  try {
    closers.push(await lockFolder(config.dataDir))
    closeDataDir(config.dataDir, log)
    const shared = config.NATS_URL ? natsBus({ url: config.NATS_URL, log, clock }) : null
    closers.push(() => shared?.close())
    const bus = shared ?? inProcessBus((error) => log.error('a listener failed', { error }))
    const [records, columns, basemap] = await Promise.all([
      openRecords(config),
      openColumns(config),
      prepareBasemap({
        folder: worldFolder(config.dataDir),
        log,
        pmtilesFile: config.BASEMAP_PMTILES,
        tilesUrl: config.BASEMAP_TILES_URL,
        satellite: satelliteTiles(config),
        seamarksUrl: config.SEAMARKS_TILES_URL,
      }),
    ])
    closers.push(
      () => records.close(),
      () => columns.close(),
      () => basemap.close(),
    )
    const { db } = records
    await mayOpen(records)
    const telemetry = openTelemetry(columns, shared ?? undefined)
    const source = forecastSource(config)
    const moreSteps = source ? [weatherStep({ db, telemetry, clock, source })] : []
    const processing = await startProcessing({ db, telemetry, bus, log, clock, moreSteps })
    closers.push(() => processing.close())
    const MQTT_PORT = config.MQTT_PORT ?? (await preferredPort(USUAL_MQTT_PORT, config.HOST))
    const gateway = await startGateway({ config: { ...config, MQTT_PORT }, db, telemetry, bus, log, clock })
    closers.push(() => gateway.close())
    const logQueue = await openLogQueue({
      ...{ db, intake: gateway.intake, clock, log },
      folder: resolve(config.dataDir, 'logs'),
    })
    closers.push(() => logQueue.close())
    const mail = openMail(config)
    const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
    const exports = await openExportQueue({
      ...{ db, telemetry, clock, log },
      folder: resolve(config.dataDir, 'exports'),
      tell: (row) => tellOfExport({ db, mail, publicUrl }, row),
    })
    closers.push(() => exports.close())
    const files = await openFiles(config)
    const charts = openCharts({
      folder: resolve(config.dataDir, 'charts'),
      web: webCharts(config.CHART_SOURCES),
      log,
    })
    closers.push(() => charts.close())
    const areas = await openAreas({
      folder: resolve(config.dataDir, 'areas'),
      sourceUrl: config.BASEMAP_SOURCE_URL,
      mostBytes: config.BASEMAP_AREAS_MB * 1e6,
      ...{ bus, log, clock },
    })
    closers.push(() => areas.close())
    const answering = storesAnswer({ records, columns })
    const app = await buildApi({
      config,
      records,
      telemetry,
      bus,
      log,
      clock,
      mail,
      files,
      charts,
      areas,
      logQueue,
      exports,
      waiting: processing.waiting,
      mqtt: mqttAddress(config, gateway),
      figures: () => ({
        ...gateway.counts(),
        steps: processing.figures(),
        ...(shared && { isBusConnected: shared.isConnected }),
      }),
      storesAnswer: answering,
      installation: () =>
        readInstallation({
          ...{ config, engine: records.engine, isEmbedded: columns.path !== null },
          ...{ storesAnswer: answering, figures: () => processing.figures() },
        }),
    })
    closers.push(
      () => mail.close(),
      () => files.close(),
      () => app.close(),
    )
    const token = newToken()
    await app.register(async (scope) => {
      gateway.httpRoutes(scope, (vesselId) => readGuidance({ db, telemetry }, vesselId, clock.nowMs()))
      localRoutes(scope, {
        db,
        intake: gateway.intake,
        token,
        clock,
        bus,
      })
      const filesDir = resolve(config.dataDir, 'files')
      backupRoutes(scope, { records, columns, CLICKHOUSE_URL: config.CLICKHOUSE_URL, filesDir, token })
      basemapRoutes(scope, basemap, areas)
    })
    await app.listen({ host: config.HOST, port: config.PORT })
    const { host, port } = localAddress(app.server.address())
    const localUrl = `http://${host}:${port}`
    const url = host === '127.0.0.1' ? `http://localhost:${port}` : localUrl
    closers.push(await writeRunFile(config.dataDir, { pid: process.pid, url: localUrl, token }))
    return { url, localUrl, records, telemetry, gateway, processing, bus, clock, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whose forecasts are stored along tracks; nobody's until an operator names one. */
function forecastSource(config: Config): ForecastSource | null {
  const { OPEN_METEO_MARINE_URL: marineUrl, OPEN_METEO_FORECAST_URL: forecastUrl } = config
  if (marineUrl && forecastUrl)
    return openMeteo({ marineUrl, forecastUrl, apiKey: config.OPEN_METEO_API_KEY })
  return config.demo ? seaForecast : null
}

/** Of an outside broker no more than its host and port: its address may hold a password. */
function mqttAddress({ MQTT_URL }: Config, { mqttPort, securePort }: Gateway) {
  if (!MQTT_URL)
    return { host: null, port: securePort ?? mqttPort, is_secure: securePort !== null, is_outside: false }
  const { hostname, port, protocol } = new URL(MQTT_URL)
  return {
    host: hostname,
    port: port ? Number(port) : null,
    is_secure: protocol === 'mqtts:',
    is_outside: true,
  }
}
