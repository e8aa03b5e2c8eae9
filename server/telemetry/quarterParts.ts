import { SERIES } from '#contract/series.ts'
import { DAY_US, QUARTER_US } from '#contract/time.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { PART_NAMES } from '#server/stores/columns/partColumns.ts'
import { integer } from './rowReader.ts'
import { type Named, nameOf, namesSql, type PartsByName, partsSql, readParts } from './scalarParts.ts'
import { coverRare, joinEnds } from './seriesParts.ts'
import type { Store } from './sourceBook.ts'
import type { Stretch } from './stretch.ts'

/** Shorter stretches are read from samples: making a month of quarter-hours for them would take longer. */
const KEPT_FROM_US = 3 * DAY_US

/**
 * Quarter-hours of series over any stretch of time. Those of past months are made when they are first asked for and
 * kept; a month into which samples came since is made again. The current month and broken quarter-hours at both ends
 * come from samples.
 */
export async function readQuarterParts(
  columns: Store,
  stretch: Stretch,
  given: readonly Named[],
): Promise<PartsByName> {
  const fields = [...new Map(given.map((field) => [nameOf(field), field])).values()]
  const states = await readStates(columns)
  const { kept, fresh } = split(stretch, states.thisMonth)
  const questions = await Promise.all(
    fresh.map(async (piece) =>
      partsSql(piece, fields, QUARTER_US, true, await columns.sources.scalarsSql([piece], fields)),
    ),
  )
  if (kept) {
    for (const field of fields) await keepMonths(columns, kept, field, states.byMonth)
    questions.push(keptSql(kept, fields))
  }
  const answers = await Promise.all(questions.map((sql) => columns.rowBinary(sql)))
  const all = answers.map((bytes) => readParts(bytes, true))
  return new Map(
    fields.map((field) => {
      const name = nameOf(field)
      const parts = all.flatMap((one) => one.get(name) ?? []).sort((a, b) => a.timeUs - b.timeUs)
      joinEnds(parts, QUARTER_US, SERIES[field.key].kind === 'angle')
      coverRare(parts, QUARTER_US)
      return [name, parts]
    }),
  )
}

interface States {
  /** As 202611. */
  thisMonth: number
  /** A number for each month with samples that changes exactly when samples of it arrive. */
  byMonth: ReadonlyMap<number, number>
}

/** Blocks are numbered as they are inserted, and merging keeps the largest number. */
async function readStates(columns: Columns): Promise<States> {
  const rows = await columns.rows<{ month: number; state: number; now: number }>(`
    SELECT toUInt32(partition) AS month, toUInt64(max(greatest(max_block_number, data_version))) AS state,
      toYYYYMM(now('UTC')) AS now
    FROM system.parts WHERE database = 'telemetry' AND table = 'scalars' AND active GROUP BY partition`)
  return {
    thisMonth: rows[0]?.now ?? 0,
    byMonth: new Map(rows.map(({ month, state }) => [month, state])),
  }
}

/** What of a stretch is whole quarter-hours of past months, and what is left before and after. */
function split(stretch: Stretch, thisMonth: number): { kept: Stretch | null; fresh: Stretch[] } {
  const fromUs = Math.ceil(stretch.fromUs / QUARTER_US) * QUARTER_US
  const endUs = Math.min(Math.floor((stretch.toUs + 1) / QUARTER_US) * QUARTER_US, monthStartUs(thisMonth))
  if (endUs - fromUs < KEPT_FROM_US) return { kept: null, fresh: [stretch] }
  const fresh = [
    { ...stretch, toUs: fromUs - 1 },
    { ...stretch, fromUs: endUs },
  ]
  return {
    kept: { ...stretch, fromUs, toUs: endUs - 1 },
    fresh: fresh.filter((piece) => piece.fromUs <= piece.toUs),
  }
}

async function keepMonths(columns: Store, kept: Stretch, field: Named, states: States['byMonth']) {
  const { number } = SERIES[field.key]
  const rows = await columns.rows<{ month: number; state: number }>(
    `SELECT month, state FROM telemetry.scalar_months FINAL
     WHERE vessel = ${integer(kept.vesselNumber)} AND ${namesSql([field])}`,
  )
  const known = new Map(rows.map(({ month, state }) => [month, state]))
  const last = monthOf(kept.toUs)
  for (let month = monthOf(kept.fromUs); month <= last; month = nextMonth(month)) {
    const state = states.get(month)
    if (state === undefined || known.get(month) === state) continue
    const whole = {
      vesselNumber: kept.vesselNumber,
      fromUs: monthStartUs(month),
      toUs: monthStartUs(nextMonth(month)) - 1,
    }
    const believed = await columns.sources.scalarsSql([whole], [field])
    await columns.command(
      `INSERT INTO telemetry.scalar_quarters (vessel, series, instance, ${PART_NAMES.join(', ')})
       SELECT ${integer(kept.vesselNumber)}, * FROM (${partsSql(whole, [field], QUARTER_US, true, believed)})`,
    )
    const names = ['vessel', 'series', 'instance', 'month', 'state']
    const row = [kept.vesselNumber, number, field.instance, month, state].map(integer)
    await columns.insert('telemetry.scalar_months', names, `${row.join('\t')}\n`)
  }
}

const keptSql = ({ vesselNumber, fromUs, toUs }: Stretch, fields: readonly Named[]) =>
  `SELECT series, instance, ${PART_NAMES.join(', ')} FROM telemetry.scalar_quarters FINAL
   WHERE vessel = ${integer(vesselNumber)} AND ${namesSql(fields)}
     AND bucket >= ${integer(fromUs)} AND bucket <= ${integer(toUs)}
   ORDER BY series, instance, bucket`

function monthOf(timeUs: number): number {
  const date = new Date(timeUs / 1000)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}

const nextMonth = (month: number) => (month % 100 === 12 ? month + 89 : month + 1)
const monthStartUs = (month: number) => Date.UTC(Math.floor(month / 100), (month % 100) - 1) * 1000
