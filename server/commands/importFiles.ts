/**
 * `npm run import`: imports log files of any known format into the history of a vessel. Uses the running
 * server, or starts one meanwhile.
 */
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { LogNote, Rejection } from '#contract/domain/reading.ts'
import { NO_TRIP_SENTENCES, type NoTrip } from '#contract/wire/logImport.ts'
import type { Config } from '#server/config.ts'
import { standardLog } from '#server/platform/log.ts'
import { findRunning, type RunFile } from '#server/platform/runFile.ts'
import { Misused, runCommand } from './command.ts'

await runCommand(
  {
    usage:
      'npm run import -- --vessel NAME [--create] [--date DAY] [--columns COLUMNS] [--weeks WEEKS] [--data DIR] FILE…',
    help: `Stores log files as the history of a vessel: NMEA 2000 and J1939 (canboat text and JSON, candump, pcap,
Actisense, Yacht Devices, iKonvert), NMEA 0183, Signal K (deltas, history), GPX, KML and KMZ, TCX, FIT, GeoJSON with
times, CSV with time, latitude and longitude; plain, or gzip, bzip2 or zip around any of them.

  --vessel NAME        the vessel
  --create             makes the vessel when there is none of that name
  --organization NAME  the organization it belongs to (else the oldest one)
  --date YYYY-MM-DD    the day of an NMEA 0183 log that names none (else the last day before the file was changed)
  --columns COLUMNS    what columns of a CSV file mean, where their headings do not tell:
                       time=Zeit,lat=Breite,lon=Länge,sog=Fahrt:km/h and vessel=Boot:7 to read one boat of several
  --weeks WEEKS        for dates of 1,024 weeks ago or longer, which a GPS receiver reports that has lost count of its
                       weeks: 1024 or a multiple of it adds so many to them, 0 keeps them. A file with such dates is
                       not stored before one or the other is given`,
    options: ['vessel', 'organization', 'date', 'columns', 'weeks'],
    flags: ['create'],
  },
  async ({ values, flags, positionals, config }) => {
    const { vessel, organization, date, columns } = values
    const weeks = values.weeks === undefined ? undefined : Number(values.weeks)
    const create = flags.has('create')
    if (!vessel || positionals.length === 0) throw new Misused()
    const running = await findRunning(config.dataDir)
    const own = running ? null : await startOwn(config)
    const run = running ?? (await findRunning(config.dataDir))
    let failures = 0
    try {
      await own?.begin()
      if (!run) throw new Error('The server did not start.')
      for (const file of positionals) {
        if (
          !(await importFile(run, {
            vessel,
            organization,
            create,
            date,
            columns,
            weeks,
            path: resolve(file),
          }))
        )
          failures++
      }
      await own?.processing?.running?.idle()
    } finally {
      await own?.close()
    }
    if (failures > 0) throw new Error(`${failures} of ${positionals.length} files could not be stored.`)
  },
)

/** Loaded on demand, because it takes seconds. Only this command may reach the server that it starts. */
async function startOwn(config: Config) {
  const { startServer } = await import('#server/startServer.ts')
  const own = await startServer(
    { ...config, HOST: '127.0.0.1', PORT: 0, MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 },
    { ...standardLog, info: () => undefined },
  )
  void own.share.alone?.lost.then(({ message }) => {
    console.error(message)
    process.exit(1)
  })
  return own
}

interface Line {
  accepted?: number
  done?: number
  rejected?: Rejection[]
  notes?: LogNote[]
  noTrip?: NoTrip | null
  weeksAdded?: number
  error?: string
  message?: string
}

interface Wanted {
  vessel: string
  organization: string | undefined
  create: boolean
  date: string | undefined
  columns: string | undefined
  weeks: number | undefined
  path: string
}

async function importFile({ url, token }: RunFile, wanted: Wanted): Promise<boolean> {
  const { path } = wanted
  const answer = await fetch(`${url}/gateway/local/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  })
  let last: Line = {}
  if (answer.body) {
    for await (const line of createInterface({ input: Readable.fromWeb(answer.body) })) {
      last = JSON.parse(line)
      if (process.stdout.isTTY) process.stdout.write(`\r${path}  ${Math.round(100 * (last.done ?? 0))} %`)
    }
  }
  if (process.stdout.isTTY) process.stdout.write('\r')
  const problem = last.error ?? last.message
  for (const note of last.notes ?? []) console.log(`${path}: ${worded(note)}`)
  console.log(problem ? `${path}: ${problem}` : `${path}: ${last.accepted} readings stored`)
  if (!problem && last.weeksAdded)
    console.log(`${path}: ${last.weeksAdded.toLocaleString('en')} weeks added to its dates`)
  if (!problem && last.noTrip) console.log(`${path}: ${NO_TRIP_SENTENCES[last.noTrip]}`)
  for (const { reason, detail, count } of (last.rejected ?? [])
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 20)) {
    console.log(`  ${count} refused, ${reason}: ${detail}`)
  }
  return !problem
}

function worded(note: LogNote): string {
  return note.kind === 'assumed_date'
    ? `no date in this log; taken as ${note.date} (--date says another day)`
    : `columns read as ${note.columns.join(', ')}`
}
