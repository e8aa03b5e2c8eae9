/**
 * How fast reports are: `node bench/statistics.ts [--full]`. A year of a fleet is made inside the column store, six
 * hours under way a day in two trips: 100 vessels in the gate form, 1,000 in the full one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dashboard } from '#server/analytics/statistics/dashboard.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { QUARTER_NAMES } from '#server/stores/columns/quarterColumns.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { loadPerCore, print, quantile, thousands } from './figures.ts'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const DAYS = 365
const QUARTERS_A_DAY = 24
const TO_S = Date.UTC(2026, 5, 18) / 1000
const FROM_S = TO_S - DAYS * 86_400
const RUNS = 15

const dataDir = mkdtempSync(join(tmpdir(), 'binnacle-bench-'))
try {
  const columns = await openColumns({ dataDir })
  const telemetry = openTelemetry(columns)
  for (const vessels of values.full ? [100, 1000] : [100]) {
    await fill(columns, vessels)
    const vesselIds = new Map(Array.from({ length: vessels }, (_, i) => [i + 1, `vessel ${i + 1}`]))
    const captainIds = new Map(Array.from({ length: 50 }, (_, i) => [i + 1, `captain ${i + 1}`]))
    const question = {
      vesselIds,
      captainIds,
      fromMs: FROM_S * 1000,
      toMs: TO_S * 1000,
      timezone: 'Europe/Rome',
    }
    const took: number[] = []
    const cpu = process.cpuUsage()
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now()
      const { stats } = await dashboard(telemetry, question)
      took.push(performance.now() - start)
      if (stats.table_stats.vessel_stats.length !== vessels) throw new Error('vessels are missing')
    }
    const { user, system } = process.cpuUsage(cpu)
    const spread = `${Math.round((user + system) / 1000 / RUNS)} ms of processor time, ${Math.round(quantile(took, 0.5))} ms, p95 ${Math.round(quantile(took, 0.95))} ms`
    print(`dashboard of 365 days, ${thousands(vessels)} vessels`, spread)
  }
  await columns.close()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
print('load a core while measuring', loadPerCore().toFixed(2))

/** Figures of a plausible size that differ from quarter to quarter; maxima too. */
async function fill(columns: Columns, vessels: number) {
  const rows = vessels * DAYS * QUARTERS_A_DAY
  const start = performance.now()
  await columns.command(`
    INSERT INTO telemetry.trip_quarters (vessel, quarter, trip, captain, ${QUARTER_NAMES.join(', ')}, knots, bin_s)
    SELECT vessel, toDateTime(${FROM_S} + day * 86400 + 28800 + slot * 900, 'UTC'), trip, 1 + trip % 50,
      ${QUARTER_NAMES.map((name, i) => (name === 'trips' ? 'slot % 12 = 0' : `toInt64(cityHash64(n, ${i}) % 1000000)`)).join(', ')},
      range(8, 24), arrayMap(k -> toInt64(40000 + k), range(8, 24))
    FROM (SELECT number AS n, toUInt32(1 + intDiv(number, ${DAYS * QUARTERS_A_DAY})) AS vessel,
            intDiv(number, ${QUARTERS_A_DAY}) % ${DAYS} AS day, number % ${QUARTERS_A_DAY} AS slot,
            toUInt32(1 + intDiv(number, 12)) AS trip
          FROM numbers(${rows}))`)
  print(`${thousands(rows)} quarter-hours made`, `${((performance.now() - start) / 1000).toFixed(1)} s`)
}
