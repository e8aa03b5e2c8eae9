import type { Fix } from '#contract/reading.ts'
import { fromSteps, SERIES, type SeriesKey } from '#contract/series.ts'
import { orderOf } from '#contract/source.ts'
import type { AppendedStretch } from '#server/platform/events.ts'
import { DEGREE_STEP, NO_HDOP, NULL_VALUE } from './appendBlocks.ts'
import { RowReader } from './rowReader.ts'
import type { Store } from './sourceBook.ts'
import { type Stretch, stretchesSql } from './stretch.ts'

/** Fixes that say where a boat is and whether to believe it. */
const LAST_FIXES = 30

const KEYS = new Map(Object.entries(SERIES).map(([key, { number }]) => [number, key as SeriesKey]))

/** The newest of what was stored of many vessels, told as it would have been when it was stored. */
export async function readNewest(columns: Store, stretches: readonly Stretch[]): Promise<AppendedStretch[]> {
  if (stretches.length === 0) return []
  const where = stretchesSql(stretches)
  const [scalars, fixes] = await Promise.all([
    columns.rowBinary(`
      SELECT vessel, source, series, toUnixTimestamp64Micro(max(time)), argMax(value, time) FROM telemetry.scalars FINAL
      WHERE (${where}) AND instance = 0 AND value != ${NULL_VALUE} GROUP BY vessel, source, series`),
    columns.rowBinary(`
      SELECT vessel, source, toUnixTimestamp64Micro(time) AS us, latitude, longitude, hdop FROM telemetry.fixes FINAL
      WHERE (${where}) AND valid = 1 ORDER BY vessel, us DESC LIMIT ${LAST_FIXES} BY vessel`),
  ])
  const [valuesOf, fixesOf] = [readValues(new RowReader(scalars)), readFixes(new RowReader(fixes))]
  return stretches.flatMap(({ vesselNumber, fromUs, toUs }) => {
    const told = { vesselNumber, fromUs, toUs, motion: [], maxSogMps: null }
    // Speed that was said goes before positions, which would otherwise tell a speed of their own; the best source first.
    const values = [...(valuesOf.get(vesselNumber) ?? [])].sort(
      ([a], [b]) => orderOf(a) - orderOf(b) || a - b,
    )
    return [
      ...values.map(([, newest]) => ({ ...told, newestFix: null, newest })),
      ...(fixesOf.get(vesselNumber) ?? []).map((newestFix) => ({ ...told, newestFix, newest: {} })),
      { ...told, newestFix: null, newest: {} },
    ]
  })
}

function readValues(rows: RowReader) {
  const bySource = new Map<number, Map<number, AppendedStretch['newest']>>()
  while (rows.more) {
    const [vessel, source, series] = [rows.uint32(), rows.uint32(), rows.uint16()]
    const [timeUs, steps] = [rows.int64(), rows.int32()]
    const key = KEYS.get(series)
    if (!key) continue
    const sources = bySource.get(vessel) ?? new Map<number, AppendedStretch['newest']>()
    bySource.set(vessel, sources)
    const newest = sources.get(source) ?? {}
    sources.set(source, { ...newest, [key]: [timeUs, fromSteps(key, steps), source] })
  }
  return bySource
}

/** Oldest first. */
function readFixes(rows: RowReader) {
  const fixes = new Map<number, Fix[]>()
  while (rows.more) {
    const [vessel, source, timeUs] = [rows.uint32(), rows.uint32(), rows.int64()]
    const [latitude, longitude, hdop] = [rows.int32(), rows.int32(), rows.int16()]
    const fix: Fix = {
      ...{ timeUs, source, valid: true, hdop: hdop === NO_HDOP ? null : hdop / 100 },
      ...{ latitudeDeg: latitude * DEGREE_STEP, longitudeDeg: longitude * DEGREE_STEP },
    }
    fixes.set(vessel, [fix, ...(fixes.get(vessel) ?? [])])
  }
  return fixes
}
