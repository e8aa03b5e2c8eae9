/** Rows of a fleet with the disorder of bad connections, stored and synced, against PostgreSQL's COPY. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MqttClient } from 'mqtt'
import pg from 'pg'
import { fieldName, onGrid, toSteps } from '#contract/domain/series.ts'
import { encodeReadings } from '#protocols/readingsJson.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { type FleetBatch, fleetRows, SERIES_OF_ROWS } from '../fleetRows.ts'
import { startIngestProcess } from '../ingestProcess.ts'
import { type Boat, connectBoat, inParallel, publish } from '../mqttDevice.ts'
import type { Comparison, Given, Lines, Side } from './comparison.ts'
import { copyRows } from './copyRows.ts'
import { parentOf, serverCpuS } from './serverCpu.ts'

const BOATS = 100
const ROWS_A_MESSAGE = 500
/** Unacknowledged messages of one device at a time. */
const WINDOW = 10
/** The Time Series Benchmark Suite copies 10,000 rows at a time; a connection for each core is fastest here. */
const MESSAGES_A_COPY = 20
const CONNECTIONS = 2
const DEGREE = 1e7
const LINE = 'rows of 9 values, synced'

export const rows: Comparison = {
  ...{ name: 'rows', unit: 'rows/s', better: 'more', goal: 1 },
  ours: openOurs,
  peers: [{ name: 'PostgreSQL COPY', open: openPostgres }],
}

/** Batches of each boat, with values that both sides store exactly. */
function batchesOf({ full }: Given): FleetBatch[][] {
  return Array.from({ length: BOATS }, (_, boat) =>
    fleetRows(boat + 1, full ? 24 : 4, ROWS_A_MESSAGE).map(({ rows, scalars, fixes }) => ({
      rows,
      scalars: scalars.map((one) => ({ ...one, value: onGrid(one.key, one.value ?? 0) })),
      fixes: fixes.map((one) => ({
        ...one,
        latitudeDeg: Math.round(one.latitudeDeg * DEGREE) / DEGREE,
        longitudeDeg: Math.round(one.longitudeDeg * DEGREE) / DEGREE,
      })),
    })),
  )
}

const countRows = (batches: readonly (readonly FleetBatch[])[]) =>
  batches.flat().reduce((sum, { rows }) => sum + rows, 0)

/** Sends the rows over MQTT to devices that are new in each turn. */
async function openOurs(given: Given): Promise<Side> {
  const dataDir = await mkdtemp(join(tmpdir(), 'taffrail-peers-'))
  const batches = batchesOf(given)
  const messages = batches.map((own) => own.map((batch) => encodeReadings(batch)))
  const server = await startIngestProcess({ dataDir })
  return {
    async run() {
      const boats: Boat[] = await server.ask('createBoats', BOATS)
      const clients = await Promise.all(boats.map((boat) => connectBoat(boat, server.mqttPort)))
      const before = await server.ask('usage')
      const startMs = performance.now()
      await Promise.all(
        boats.map((boat, i) =>
          inParallel(messages[i] ?? [], WINDOW, (message) =>
            publish(clients[i] as MqttClient, boat, 'readings', message),
          ),
        ),
      )
      const seconds = (performance.now() - startMs) / 1000
      const { cpuS } = await server.ask('usage')
      await Promise.all(clients.map((client) => client.endAsync()))
      const answer = await server.ask(
        'sums',
        boats.map(({ vesselNumber }) => vesselNumber),
      )
      return lineOf(countRows(batches) / seconds, answer, cpuS - before.cpuS)
    },
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The number of values of each column and their sum in stored steps. */
type Sums = Record<string, [count: number, sum: number]>
const lineOf = (figure: number, answer: Sums, cpuS: number): Lines => ({ [LINE]: { figure, answer, cpuS } })

const COLUMNS = [
  'latitude',
  'longitude',
  ...SERIES_OF_ROWS.map(([key, instance]) => fieldName(key, instance)),
]

/** Copies the rows into the table of the suite's loader: one column each, indexed by vessel and time and by time. */
async function openPostgres(given: Given): Promise<Side | null> {
  const postgres = await startTestPostgres()
  if (!postgres) return null
  const connectionString = await postgres.createDatabase()
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client({ connectionString }))
  const [client] = clients as [pg.Client]
  for (const one of clients) await one.connect()
  const columns = COLUMNS.map((name) => `${name} double precision`).join(', ')
  await client.query(`CREATE TABLE readings (time timestamptz NOT NULL, tags_id integer, ${columns})`)
  await client.query('CREATE INDEX ON readings (tags_id, time DESC)')
  await client.query('CREATE INDEX ON readings (time DESC)')
  // With its default, PostgreSQL would write a checkpoint several times within one run.
  await client.query(`ALTER SYSTEM SET max_wal_size = '4GB'`)
  await client.query('SELECT pg_reload_conf()')
  const { rows: backends } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const server = parentOf(backends[0]?.pid ?? 0)
  const batches = batchesOf(given)
  let turn = 0
  return {
    async run() {
      const firstId = turn++ * BOATS
      const texts = copyTexts(batches, firstId)
      const beforeS = serverCpuS(server)
      const startMs = performance.now()
      await Promise.all(
        clients.map(async (own) => {
          for (let text = texts.pop(); text !== undefined; text = texts.pop())
            await copyRows(own, `COPY readings (time, tags_id, ${COLUMNS.join(', ')}) FROM STDIN`, text)
        }),
      )
      const seconds = (performance.now() - startMs) / 1000
      const cpuS = serverCpuS(server) - beforeS
      return lineOf(countRows(batches) / seconds, await sumsOf(client, firstId), cpuS)
    },
    async close() {
      for (const one of clients) await one.end()
      await postgres.close()
    },
  }
}

/** Rows of all boats in the order of arrival, as text of COPY; the last comes first, because it is taken from the end. */
function copyTexts(batches: readonly FleetBatch[][], firstId: number): Buffer[] {
  const most = Math.max(...batches.map((own) => own.length))
  const lines = Array.from({ length: most }, (_, n) =>
    batches.flatMap((own, boat) => (own[n] ? linesOf(own[n], firstId + boat) : [])),
  ).flat()
  const perCopy = MESSAGES_A_COPY * ROWS_A_MESSAGE
  return Array.from({ length: Math.ceil(lines.length / perCopy) }, (_, n) =>
    Buffer.from(lines.slice(n * perCopy, (n + 1) * perCopy).join('')),
  ).reverse()
}

function linesOf({ scalars, fixes }: FleetBatch, id: number): string[] {
  const byTime = Map.groupBy(scalars, ({ timeUs }) => timeUs)
  return fixes.map(({ timeUs, latitudeDeg, longitudeDeg }) => {
    const values = new Map(
      byTime.get(timeUs)?.map(({ key, instance, value }) => [fieldName(key, instance), value]),
    )
    const time = new Date(timeUs / 1000).toISOString()
    const own = SERIES_OF_ROWS.map(([key, instance]) => values.get(fieldName(key, instance)) ?? '\\N')
    return `${[time, id, latitudeDeg, longitudeDeg, ...own].join('\t')}\n`
  })
}

async function sumsOf(client: pg.Client, firstId: number): Promise<Sums> {
  const asked = COLUMNS.map((name) => `count(${name})::int AS n_${name}, sum(${name}) AS sum_${name}`)
  const { rows } = await client.query<Record<string, number>>(
    `SELECT ${asked.join(', ')} FROM readings WHERE tags_id >= $1 AND tags_id < $2`,
    [firstId, firstId + BOATS],
  )
  const [row = {}] = rows
  const steps = new Map(
    SERIES_OF_ROWS.map(([key, instance]) => [fieldName(key, instance), (sum: number) => toSteps(key, sum)]),
  )
  return Object.fromEntries(
    COLUMNS.map((name) => {
      const sum = row[`sum_${name}`] ?? 0
      return [name, [row[`n_${name}`] ?? 0, steps.get(name)?.(sum) ?? Math.round(sum * DEGREE)]]
    }),
  )
}
