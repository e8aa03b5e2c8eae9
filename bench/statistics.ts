/**
 * Time of reports and heatmaps: `node bench/statistics.ts [--full]`. The column store makes a year of a fleet, six
 * hours under way a day in two trips: 100 vessels in the gate form, 1,000 in the full form.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { heatmap } from '#server/analytics/heatmap/heatmap.ts'
import { dashboard } from '#server/analytics/statistics/dashboard.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { HEAT_NAMES } from '#server/stores/columns/heatColumns.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { loadPerCore, print, quantile, thousands } from './figures.ts'
import { fillQuarterHours } from './fillQuarterHours.ts'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const DAYS = 365
const TO_S = Date.UTC(2026, 5, 18) / 1000
const FROM_S = TO_S - DAYS * 86_400
const RUNS = 15

const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
try {
  const columns = await openColumns({ dataDir })
  const telemetry = openTelemetry(columns)
  for (const vessels of values.full ? [100, 1000] : [100]) {
    await fillQuarterHours(columns, { vessels, days: DAYS, fromS: FROM_S })
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
  await fillHeat(columns)
  for (const layer of ['traffic', 'sog', 'water_depth'] as const) {
    const vesselNumbers = Array.from({ length: 100 }, (_, i) => i + 1)
    const took: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now()
      const { points } = await heatmap(
        telemetry,
        { vesselNumbers, fromS: TO_S - 30 * 86_400, toS: TO_S },
        layer,
      )
      took.push(performance.now() - start)
      if (points.length === 0) throw new Error('there is no heat')
    }
    const spread = `${Math.round(quantile(took, 0.5))} ms, p95 ${Math.round(quantile(took, 0.95))} ms`
    print(`heat of 30 days, 100 vessels: ${layer}`, spread)
  }
  await columns.close()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
print('load a core while measuring', loadPerCore().toFixed(2))

/** Thirty days of a hundred boats that sail about one bay: 15 minutes at 20 kn cross some squares of each size. */
async function fillHeat(columns: Columns) {
  const names = HEAT_NAMES.filter((name) => name !== 'moving_s')
  for (const [zoom, squares] of [
    [14, 8],
    [16, 28],
  ] as const) {
    await columns.command(`
      INSERT INTO telemetry.heat_cells (zoom, vessel, quarter_hour, trip, cell, moving_s, ${names.join(', ')})
      SELECT ${zoom}, 1 + intDiv(number, 720), toDateTime(${TO_S} - 30 * 86400 + intDiv(number % 720, 24) * 86400 + 28800 + number % 24 * 900, 'UTC'),
        intDiv(number, 12),
        arrayMap(k -> toUInt64((7000 + (cityHash64(number, 1) % 60) + k) * ${2 ** (zoom - 14)} * 262144 + (4400 + (cityHash64(number, 2) % 60)) * ${2 ** (zoom - 14)} + k), range(${squares})) AS squares,
        arrayMap(k -> toFloat32(900 / ${squares}), squares),
        ${names.map((_, i) => `arrayMap(k -> toFloat32(1 + cityHash64(k, ${i}) % 900), squares)`).join(', ')}
      FROM numbers(72000)`)
  }
}
