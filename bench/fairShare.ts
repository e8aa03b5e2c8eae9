/**
 * Time of one organization's calls while another asks for everything at once, or sends the most expensive uploads:
 * `node bench/fairShare.ts [--full] [--uploads]`. Each has
 * 100 vessels with figures of three months (a year) and one with a recorded trip. Exports, log files and reports are worked off by the
 * same process. Callers have threads of their own, so their work counts for the machine alone.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { SERIES } from '#contract/domain/series.ts'
import { DAY_MS } from '#contract/domain/time.ts'
import { createUser } from '#server/access/createUser.ts'
import { openExportQueue } from '#server/downloads/exports/exportQueue.ts'
import { openLogQueue } from '#server/gateway/logQueue.ts'
import { startGateway } from '#server/gateway/startGateway.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openOrganizationShares } from '#server/platform/organizationShares.ts'
import { openWorkerPool } from '#server/platform/workerPool.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { captains, trips, vessels } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { bearer, PASSWORD, signIn, testApi, tokenOf, tripOf } from '#server/testing/testApi.ts'
import { rawPmtiles, wordyPmtiles } from '#server/testing/testChart.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Ask, openCaller } from './caller.ts'
import { loadPerCore, print, quantile } from './figures.ts'
import { fillQuarterHours } from './fillQuarterHours.ts'

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, uploads: { type: 'boolean', default: false } },
})
const VESSELS = 100
const DAYS = values.full ? 365 : 90
const TO_MS = Date.UTC(2026, 5, 18)
const FROM_MS = TO_MS - DAYS * DAY_MS
const TRIP_HOURS = 6
const TRIP_MS = TO_MS - DAY_MS
const MOTION_S = 1800
/** Each kind of call, so often at once: a few dozen connections. */
const AT_ONCE = 4
const RUNS = values.full ? 200 : 30
/** A measurement ends after this, however few calls were answered. */
const MOST_S = values.full ? 300 : 40
const LOG_LINES = 100_000

const SERIES_MADE = [
  ...(['sog', 'cog', 'heading', 'impact', 'depth_below_transducer', 'wind_speed'] as const).map(
    (key) => [key, 0] as const,
  ),
  ...([1, 2] as const).flatMap((n) =>
    (['engine_speed', 'fuel_rate', 'coolant_temperature'] as const).map((key) => [key, n] as const),
  ),
]

const shares = openOrganizationShares()
const telemetry = await testTelemetry(shares)
const { columns } = telemetry
const api = await testApi({ telemetry, shares })
const { db, bus, sharedFiles: files, scratch } = api
const common = { db, telemetry, bus, log: silentLog, clock: systemClock, files, scratch }
const gateway = await startGateway({ ...common, config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 } })
const workers = openWorkerPool({ size: 2, limits: { seconds: 60, megabytes: 512 }, log: silentLog, shares })
const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
const hungry = await addOrganization('hungry')
const other = await addOrganization('other')
await fillQuarterHours(columns, {
  ...{ vessels: 2 * VESSELS, firstVessel: Math.min(hungry.first, other.first) },
  ...{ days: DAYS, fromS: FROM_MS / 1000 },
})
for (const { first } of [hungry, other]) await recordTrip(first)

async function addOrganization(name: string) {
  const place = await db.transaction((tx) => insertOrganization(tx, { name }))
  const email = `admin@${name}.example`
  await createUser({ db }, { ...place, roleId: 'organization-admin', name, email, password: PASSWORD })
  const rows = Array.from({ length: VESSELS }, (_, n) => ({ ...place, name: `${name} ${n}` }))
  await db.insert(vessels).values(rows)
  await db
    .insert(captains)
    .values(rows.slice(0, 50).map(({ name }) => ({ ...place, name: `Captain ${name}` })))
  const own = await db.select().from(vessels).where(eq(vessels.organizationId, place.organizationId))
  own.sort((a, b) => a.number - b.number)
  const lengthMs = TRIP_HOURS * 3_600_000
  const sailed = own.flatMap((vessel, boat) =>
    Array.from({ length: 10 }, (_, day) => {
      const startMs = TRIP_MS - day * DAY_MS + boat * 1000 - (boat === 0 ? 0 : lengthMs)
      const endUs = (startMs + lengthMs) * 1000
      return { ...tripOf(vessel, startMs * 1000), endUs, lastMovingUs: endUs, lastRecordUs: endUs }
    }),
  )
  const made = await db.insert(trips).values(sailed).returning({ id: trips.id })
  const headers = {
    ...bearer(await tokenOf(api.app, await signIn(api.app, email))),
    'accept-encoding': 'gzip, br',
  }
  return {
    ...{ ids: own.map(({ id }) => id), first: own[0]?.number ?? 0, ...place },
    ...{ tripId: made[0]?.id ?? '', tripIds: made.slice(0, 20).map(({ id }) => id), headers },
  }
}
type Organization = Awaited<ReturnType<typeof addOrganization>>

/** Twelve series and positions at 1 Hz for the trip, and half an hour of motion. */
async function recordTrip(vessel: number) {
  const at = (stepUs: number) =>
    `fromUnixTimestamp64Micro(toInt64(${TRIP_MS * 1000} + number * ${stepUs}), 'UTC')`
  const series = SERIES_MADE.map(([key, n]) => `(${SERIES[key].number}, ${n})`).join(', ')
  await columns.command(`INSERT INTO telemetry.scalars (vessel, series, instance, source, time, value)
    SELECT ${vessel}, s.1, s.2, 1, ${at(1_000_000)}, toInt32(1000 + (number * 7 + s.1) % 500)
    FROM numbers(${TRIP_HOURS * 3600}) ARRAY JOIN [${series}] AS s`)
  await columns.command(`INSERT INTO telemetry.fixes (vessel, source, time, latitude, longitude, hdop, valid)
    SELECT ${vessel}, 1, ${at(1_000_000)}, toInt32(640000000 + number), toInt32(-220000000 - number), 100, 1
    FROM numbers(${TRIP_HOURS * 3600})`)
  await columns.command(`INSERT INTO telemetry.imu (vessel, sensor, time, force_x, force_y, force_z, roll, pitch, yaw)
    SELECT ${vessel}, 1, ${at(20_000)}, rand(1) % 300 - 150, rand(2) % 300 - 150, 900 + rand(3) % 200,
      intDiv(number, 7) % 2000 - 1000, intDiv(number, 5) % 800 - 400, intDiv(number, 50) % 31000
    FROM numbers(${50 * MOTION_S})`)
  const day = Math.floor(TRIP_MS / DAY_MS)
  const received = [...SERIES_MADE.map(([key, n]) => [SERIES[key].number, n]), [0, 0]]
  await columns.insert(
    'telemetry.sources',
    ['vessel', 'series', 'instance', 'source', 'from_day', 'to_day'],
    received.map((one) => `${[vessel, ...one, 1, day, day + 1].join('\t')}\n`).join(''),
  )
}

const iso = (ms: number) => new Date(ms).toISOString()
const ask = (
  of: Organization,
  name: string,
  path: string,
  more: Omit<Ask, 'name' | 'url' | 'headers'> = {},
): Ask => ({
  ...{ name, url: `${url}${path}`, headers: of.headers },
  ...more,
})
const list = (of: Organization, name: string, path: string) => ask(of, name, path)
const dashboard = (of: Organization, days: number) =>
  ask(of, `dashboard of ${days} days`, '/statistics/dashboard-statistics', {
    body: {
      ...{ vessel_id: of.ids, timezone: 'Europe/Rome' },
      ...{ start_time: iso(TO_MS - days * DAY_MS), end_time: iso(TO_MS) },
    },
  })
const series = (of: Organization, seconds: number) =>
  ask(of, `series every ${seconds} s`, '/fetcher/time-series', {
    body: {
      filters: { trip_id: of.tripId },
      fields: SERIES_MADE.map(([key, n]) => ({ field: n ? `${key}_${n}` : key })),
      resolution: { value: seconds, type: 'seconds' },
    },
  })

/** Calls of a person who opens the map, the lists, the dashboard and a trip. */
const usual = (of: Organization): Ask[] => [
  list(of, 'map', '/api/vessels/map'),
  list(of, 'list of vessels', '/api/vessels?limit=100'),
  list(of, 'list of trips', '/api/trips?limit=30'),
  ask(of, 'a trip', `/api/trips/${of.tripId}`),
  dashboard(of, 30),
  series(of, 60),
  ask(of, 'path', '/fetcher/paths', { body: { trip_ids: [of.tripId] } }),
]

/** The largest picture that is accepted keeps a worker busy for the longest time. */
const largePicture = () =>
  sharp({ create: { width: 5000, height: 5000, channels: 3, background: 'navy' } })
    .png({ compressionLevel: 1 })
    .toBuffer()

/** Uploads that take as much as a worker may have, or nearly. */
async function uploads(of: Organization): Promise<Ask[]> {
  const deep = gzipSync(`{"type":"FeatureCollection","features":[${'[],'.repeat(15_000_000)}[]]}`)
  const send = (name: string, path: string, file: { name: string; bytes: Uint8Array }) =>
    ask(of, name, path, { file })
  const logs = `/api/vessels/${of.ids[1]}/logs`
  const charts = '/api/charts'
  const bomb = rawPmtiles({ root: gzipSync(Buffer.alloc(100_000_000)), tile: Buffer.from('t') })
  return [
    send('picture', '/api/images/upload', { name: 'large.png', bytes: await largePicture() }),
    send('log that fills the memory', logs, { name: 'deep.json.gz', bytes: deep }),
    send('log of 100,000 lines', logs, { name: 'day.nmea', bytes: logFile() }),
    send('chart that unpacks to 100 MB', charts, { name: 'bomb.pmtiles', bytes: bomb }),
    send('chart of 33 MB of words', charts, { name: 'wordy.pmtiles', bytes: wordyPmtiles(33_000_000) }),
  ]
}

/** Everything that takes long. */
async function everything(of: Organization): Promise<Ask[]> {
  const picture = await largePicture()
  const link = await fetch(`${url}/api/share-links`, {
    method: 'POST',
    headers: { ...of.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ trip_id: of.tripId, valid_days: 1 }),
  })
  const { share_path } = (await link.json()) as { share_path: string }
  const shared = bearer(
    share_path
      .split('/')
      .at(-1)
      ?.replace(/^.*[#?=]/, '') ?? '',
  )
  const report = `start_time=${iso(TO_MS - 90 * DAY_MS)}&end_time=${iso(TO_MS)}&timezone=Europe/Rome`
  const off = { enabled: false, apply_to_all: false, user_ids: [] }
  const rule = {
    ...{ type: 'threshold', severity: 'warning', department_id: of.departmentId },
    definition: {
      geofences: { enabled: false, ids: [], area_operation: 'inside' },
      logic: {
        and: [{ variable: { type: 'vfp', field: 'sog', period_sec: 20 }, operation: 'more_than', value: 1 }],
      },
    },
    notifications: {
      ...{ push_notifications: off, email: off, sms: off },
      helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
      console: { enabled: true },
    },
  }
  return [
    ...usual(of),
    list(of, 'list of alerts', '/api/alerts?limit=100'),
    dashboard(of, DAYS),
    series(of, 2),
    ask(of, 'paths', '/fetcher/paths', { body: { trip_ids: of.tripIds, points: 2000 } }),
    ask(of, 'heat map', '/functions/on_request_fetch_heatmap_data', {
      body: { type: 'sog', start_time: iso(FROM_MS), end_time: iso(TO_MS) },
    }),
    ask(of, 'impact report', `/api/trips/${of.tripId}/impact_report`, { body: {} }),
    ask(of, 'preview of a rule', '/api/rules/preview', {
      body: { rule, from: iso(TO_MS - 30 * DAY_MS), to: iso(TO_MS) },
    }),
    ask(of, 'report', `/api/reports/pdf?${report}`),
    ask(of, 'download', '/downloads/raw-data', {
      body: { trip_id: of.tripId, requestType: 'calc', format: 'csv' },
      follow: { field: 'download_link', url },
    }),
    ask(of, 'export', '/api/exports', { body: { kind: 'seconds', format: 'csv' } }),
    ask(of, 'export of motion', '/api/exports', { body: { kind: 'motion', format: 'csv' } }),
    ask(of, 'export of trips', '/api/exports', { body: { kind: 'trips', format: 'csv' } }),
    ask(of, 'picture', '/api/images/upload', { file: { name: 'large.png', bytes: picture } }),
    ask(of, 'log file', `/api/vessels/${of.ids[1]}/logs`, { file: { name: 'day.nmea', bytes: logFile() } }),
    {
      ...{ name: 'shared series', url: `${url}/api/shared/fetcher/time-series`, headers: shared },
      body: {
        filters: { trip_id: of.tripId },
        fields: SERIES_MADE.map(([key, n]) => ({ field: n ? `${key}_${n}` : key })),
        resolution: { value: 5, type: 'seconds' },
      },
    },
  ]
}

/** A day and more of sentences, a fix each second. */
function logFile(): Buffer {
  const lines = Array.from({ length: LOG_LINES }, (_, second) => {
    const time = iso(TRIP_MS + (second % 86_400) * 1000).replace(/[-:Z]/g, '')
    const [, hhmmss = ''] = time.split('T')
    const minutes = (second / 1000).toFixed(4).padStart(7, '0')
    const body = `GPRMC,${hhmmss.slice(0, 6)}.00,A,64${minutes.slice(-7)},N,022${minutes.slice(-7)},W,5.0,10.0,170626,,,A`
    const sum = [...body].reduce((all, letter) => all ^ letter.charCodeAt(0), 0)
    return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`
  })
  return Buffer.from(lines.join(''))
}

const asking = openCaller()
const flooding = openCaller()
const calls = usual(other)
const load = await (values.uploads ? uploads(hungry) : everything(hungry))
await asking.measure(values.uploads ? calls : [...calls, ...load.slice(calls.length)], 1, 60)
const alone = await asking.measure(calls, RUNS, MOST_S / 2)
const [logs, exports] = [
  await openLogQueue({ ...common, intake: gateway.intake, workers }),
  await openExportQueue(common),
]
const delay = monitorEventLoopDelay({ resolution: 5 })
flooding.flood(load, values.uploads ? 1 : AT_ONCE)
// Exports and log files begin.
await new Promise((resolve) => setTimeout(resolve, 3000))
delay.enable()
const beside = await asking.measure(calls, RUNS, MOST_S)
delay.disable()
const closing = Promise.all([logs.close(), exports.close()])
const asked = await flooding.stop()
await closing

for (const { name } of calls) {
  print(
    `${name}, ${beside.took[name]?.length} calls, clock, ms`,
    compared(alone.took[name], beside.took[name]),
  )
  print(`${name}, processors until the answer, ms`, compared(alone.used[name], beside.used[name]))
}

function compared(before: number[] = [], during: number[] = []): string {
  const [idle, loaded] = [quantile(before, 0.95), quantile(during, 0.95)]
  return [
    `alone p50 ${quantile(before, 0.5).toFixed(0)}, p95 ${idle.toFixed(0)}`,
    `beside p50 ${quantile(during, 0.5).toFixed(0)}, p95 ${loaded.toFixed(0)}`,
    `${(loaded / idle).toFixed(1)} times`,
  ].join('; ')
}
for (const { name } of load)
  print(
    `the other's ${name}`,
    `${JSON.stringify(asked.answers[name] ?? {})} p50 ${quantile(asked.took[name] ?? [], 0.5).toFixed(0)} ms`,
  )
const ms = (ns: number) => (ns / 1e6).toFixed(0)
print(
  'delay of the event loop',
  `p50 ${ms(delay.percentile(50))}, p99 ${ms(delay.percentile(99))}, most ${ms(delay.max)} ms`,
)
print('load of the machine a core', loadPerCore().toFixed(1))
await Promise.all([asking.close(), flooding.close()])
await gateway.close()
await workers.close()
await api.close()
// The engine's threads would keep the process alive.
process.exit()
