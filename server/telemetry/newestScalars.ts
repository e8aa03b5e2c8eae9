import { fromSteps, type SeriesKey, seriesByNumber } from '#contract/series.ts'
import { DAY_US } from '#contract/time.ts'
import { NULL_VALUE } from './appendBlocks.ts'
import { integer, RowReader } from './rowReader.ts'
import type { Heard, Store } from './sourceBook.ts'
import { type Stretch, stretchSql } from './stretch.ts'

/** The newest value of a series and instance that was not null. */
export interface NewestScalar {
  key: SeriesKey
  instance: number
  timeUs: number
  value: number
  source: number
}

const MINUTES_US = 600_000_000

/**
 * Most of it lies in the last minutes before the newest sample; what was silent then is looked for in the day in which
 * it was heard last, so that nobody reads years for a battery that was taken out long ago.
 */
export async function readNewest(columns: Store, vesselNumber: number): Promise<NewestScalar[]> {
  const heard = (await columns.sources.of(vesselNumber)).filter(({ series }) => seriesByNumber(series))
  const lastDayUs = Math.max(0, ...heard.map(({ toUs }) => toUs))
  const lastUs = await newestTime(columns, { vesselNumber, fromUs: lastDayUs - DAY_US, toUs: lastDayUs })
  if (lastUs === null) return []
  const found = await readIn(columns, { vesselNumber, fromUs: lastUs - MINUTES_US, toUs: lastUs })
  const known = new Set(found.map(({ key, instance }) => `${key}/${instance}`))
  const missing = new Map<string, { toUs: number; names: Set<string> }>()
  for (const [name, toUs] of lastHeard(heard)) {
    if (known.has(name.key)) continue
    const day = missing.get(String(toUs)) ?? { toUs, names: new Set() }
    day.names.add(name.sql)
    missing.set(String(toUs), day)
  }
  const older = await Promise.all(
    [...missing.values()].map(({ toUs, names }) =>
      readIn(
        columns,
        { vesselNumber, fromUs: toUs - DAY_US + 1, toUs },
        `AND (series, instance) IN (${[...names].join(', ')})`,
      ),
    ),
  )
  return [...found, ...older.flat()]
}

/** The last day of each series and instance, whoever told it. */
function lastHeard(heard: readonly Heard[]) {
  const last = new Map<string, [{ key: string; sql: string }, number]>()
  for (const { series, instance, toUs } of heard) {
    const sql = `(${integer(series)}, ${integer(instance)})`
    const key = `${seriesByNumber(series)?.key}/${instance}`
    last.set(sql, [{ key, sql }, Math.max(toUs, last.get(sql)?.[1] ?? 0)])
  }
  return last.values()
}

async function newestTime(columns: Store, stretch: Stretch): Promise<number | null> {
  const [row] = await columns.rows<{ us: number; n: number }>(
    `SELECT toUnixTimestamp64Micro(max(time)) AS us, toUInt32(count()) AS n FROM telemetry.scalars
     WHERE ${stretchSql(stretch)}`,
  )
  return row && row.n > 0 ? row.us : null
}

async function readIn(columns: Store, stretch: Stretch, which = ''): Promise<NewestScalar[]> {
  const rows = new RowReader(
    await columns.rowBinary(
      `SELECT toInt32(series), toInt32(instance), toUnixTimestamp64Micro(max(time)), argMax(value, time),
         toInt64(argMax(source, time))
       FROM telemetry.scalars FINAL
       WHERE ${stretchSql(stretch)} AND value != ${NULL_VALUE} ${which}
         ${await columns.sources.scalarsSql([stretch], 'everything')}
       GROUP BY series, instance ORDER BY series, instance`,
    ),
  )
  const newest: NewestScalar[] = []
  while (rows.more) {
    const series = seriesByNumber(rows.int32())
    const [instance, timeUs, steps, source] = [rows.int32(), rows.int64(), rows.int32(), rows.int64()]
    if (series)
      newest.push({ key: series.key, instance, timeUs, value: fromSteps(series.key, steps), source })
  }
  return newest
}
