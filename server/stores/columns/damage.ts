import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS, MINUTE_MS } from '#contract/domain/time.ts'
import type { Log } from '#server/platform/log.ts'
import { openRounds } from '#server/platform/rounds.ts'
import type { Columns } from './columns.ts'

const LOOK_EVERY_MS = MINUTE_MS
/** Most parts that are described; further ones are only counted. */
const MOST_PARTS = 100

/** A part is a folder of files with the rows of one table and, mostly, one month. */
export interface DamagedPart {
  /** With its database: `telemetry.scalars`. */
  table: string
  part: string
  /** `set_aside`: the engine moved it away at its start. `unreadable`: a query failed on it. */
  state: 'set_aside' | 'unreadable'
  bytes: number
  foundMs: number
  /** Times of its rows as far as they are known: those of the part, else of its month or year. */
  fromMs: number | null
  toMs: number | null
  /** Numbers of vessels that sent data in these days; null where that is unknown. */
  vesselNumbers: number[] | null
}

/** Numbers of the engine for a wrong checksum, for a file that is too short, and for data that does not unpack. */
const OF_DAMAGE = new Set(['32', '33', '40', '246', '271'])
const PLACE = /While reading part ([\w-]+)|reading from part \S*\/([\w-]+)\/ in table/
const TABLE = /in table (telemetry\.\w+)/

/** The part that this error of the engine is about; null for all other errors. */
export function unreadablePart(error: unknown): { table: string; part: string } | null {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (!OF_DAMAGE.has(String(code)) || typeof message !== 'string') return null
  const place = PLACE.exec(message)
  const part = place?.[1] ?? place?.[2]
  const table = TABLE.exec(message)?.[1]
  return part && table ? { table, part } : null
}

interface DamageWatch {
  parts(): readonly DamagedPart[]
  /** Number of all of them. */
  count(): number
  close(): Promise<void>
}

/** Searches for damaged parts at the start and every minute, and logs each one once. */
export async function watchDamage(columns: Columns, log: Log): Promise<DamageWatch> {
  let parts: readonly DamagedPart[] = []
  let count = 0
  /** Parts that were logged, with their vessels as far as these could be found. */
  const known = new Map<string, DamagedPart>()

  async function look() {
    const found = [...(await partsAside(columns)), ...(await partsUnreadable(columns))]
    count = found.length
    const described = found.slice(0, MOST_PARTS)
    const unfinished = described.filter((one) => !known.get(keyOf(one))?.vesselNumbers)
    for (const one of await withVessels(columns, unfinished)) {
      if (!known.has(keyOf(one))) logPart(one)
      known.set(keyOf(one), one)
    }
    parts = described.flatMap((one) => known.get(keyOf(one)) ?? [])
  }

  const logPart = ({ table, part, state, fromMs, toMs, bytes, vesselNumbers }: DamagedPart) =>
    log.error(
      state === 'set_aside'
        ? 'a part of the telemetry is damaged and was moved aside: its rows are missing. See docs/deploy.md, Damaged telemetry'
        : 'a part of the telemetry is damaged: queries of its rows fail. See docs/deploy.md, Damaged telemetry',
      { table, part, bytes, from: iso(fromMs), to: iso(toMs), vessels: vesselNumbers?.length ?? null },
    )

  const rounds = openRounds(look, {
    everyMs: LOOK_EVERY_MS,
    onFailure: (error) => log.warn('damaged telemetry could not be searched', { error }),
  })
  await rounds.drain()
  rounds.start()
  return { parts: () => parts, count: () => count, close: () => rounds.close() }
}

const keyOf = ({ state, table, part }: DamagedPart) => `${state} ${table} ${part}`

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Parts that the engine could not open at its start. */
async function partsAside(columns: Columns): Promise<DamagedPart[]> {
  const rows = await columns.rows<{
    table: string
    part: string
    partition: string | null
    bytes: number
    path: string
    found: number
  }>(
    `SELECT concat(database, '.', table) AS table, name AS part, partition_id AS partition, bytes_on_disk AS bytes, path,
       toUnixTimestamp(modification_time) AS found
     FROM system.detached_parts WHERE database = 'telemetry' AND startsWith(reason, 'broken') ORDER BY table, part`,
  )
  return Promise.all(
    rows.map(async ({ table, part, partition, bytes, path, found }) => {
      const times = (columns.path === null ? null : await timesInFolder(path)) ?? timesOf(partition)
      const place = { table, part, state: 'set_aside' as const, vesselNumbers: null }
      return { ...place, bytes: Number(bytes), foundMs: found * 1000, ...times }
    }),
  )
}

/** Parts that queries failed on, as long as the engine uses them. */
async function partsUnreadable(columns: Columns): Promise<DamagedPart[]> {
  const known = columns.unreadable()
  if (known.length === 0) return []
  const names = known.map(({ part }) => `'${part}'`).join(', ')
  const rows = await columns.rows<{ table: string; part: string; bytes: number; from: number; to: number }>(
    `SELECT concat(database, '.', table) AS table, name AS part, bytes_on_disk AS bytes,
       toUnixTimestamp(min_time) AS from, toUnixTimestamp(max_time) AS to
     FROM system.parts WHERE active AND database = 'telemetry' AND name IN (${names})`,
  )
  return known.flatMap(({ table, part, foundMs }) => {
    const row = rows.find((one) => one.table === table && one.part === part)
    if (!row) return []
    const times = row.to > 0 ? { fromMs: row.from * 1000, toMs: row.to * 1000 } : { fromMs: null, toMs: null }
    const place = { table, part, state: 'unreadable' as const, vesselNumbers: null }
    return [{ ...place, bytes: Number(row.bytes), foundMs, ...times }]
  })
}

/** First and last time of a part, from the file that a part keeps them in. Null when the file is damaged too. */
async function timesInFolder(path: string): Promise<Pick<DamagedPart, 'fromMs' | 'toMs'> | null> {
  const file = await open(join(path, 'minmax_time.idx')).catch(() => null)
  if (!file) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(17), 0, 17, 0)
    // Two times of the column `time` in µs.
    const [fromMs, toMs] = [buffer.readBigInt64LE(0), buffer.readBigInt64LE(8)].map((us) => Number(us) / 1000)
    const isPlausible = bytesRead === 16 && fromMs !== undefined && toMs !== undefined && fromMs <= toMs
    return isPlausible ? { fromMs, toMs } : null
  } finally {
    await file.close()
  }
}

/** First and last time of a month (`202606`) or year (`2026`), the partitions that tables have. */
function timesOf(partition: string | null): Pick<DamagedPart, 'fromMs' | 'toMs'> {
  const [, year, month] = /^(\d{4})(\d\d)?$/.exec(partition ?? '') ?? []
  if (!year) return { fromMs: null, toMs: null }
  const first = month ? Number(month) - 1 : 0
  const months = month ? 1 : 12
  return { fromMs: Date.UTC(Number(year), first), toMs: Date.UTC(Number(year), first + months) - 1 }
}

/** Adds the vessels with a source of data in the days of a part. */
async function withVessels(columns: Columns, parts: readonly DamagedPart[]): Promise<DamagedPart[]> {
  return Promise.all(
    parts.map(async (part) => {
      const { fromMs, toMs } = part
      if (fromMs === null || toMs === null) return part
      const [from, to] = [fromMs, toMs].map((ms) => Math.floor(ms / DAY_MS))
      const rows = await columns
        .rows<{ vessel: number }>(
          `SELECT DISTINCT vessel FROM telemetry.sources WHERE from_day <= ${to} AND to_day >= ${from} ORDER BY vessel`,
        )
        // This table may be the damaged one.
        .catch(() => null)
      return { ...part, vesselNumbers: rows?.map(({ vessel }) => vessel) ?? null }
    }),
  )
}
