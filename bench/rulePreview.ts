/**
 * Benchmark of rule previews: `node bench/rulePreview.ts [--boats 20] [--days 30] [--hours 24]`. The boats sent two
 * series and a fix every second for that many hours of each day. Each rule is previewed several times, as during
 * editing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SERIES } from '#contract/domain/series.ts'
import { DAY_US, HOUR_US } from '#contract/domain/time.ts'
import type { Condition } from '#contract/wire/rule.ts'
import { compileRule } from '#server/processing/formulas/rules/compileRule.ts'
import { previewRule } from '#server/processing/formulas/rules/previewRule.ts'
import { loadDirectory } from '#server/records/vesselDirectory.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { departments, organizations, vessels } from '#server/stores/relational/schema.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { loadPerCore, print, quantile, thousands } from './figures.ts'

const { values } = parseArgs({
  options: {
    boats: { type: 'string', default: '20' },
    days: { type: 'string', default: '30' },
    hours: { type: 'string', default: '24' },
  },
})
const BOATS = Number(values.boats)
const DAYS = Number(values.days)
const HOURS = Number(values.hours)
const RUNS = 5

const toUs = Math.floor(Date.now() / (DAY_US / 1000)) * DAY_US
const span = { fromUs: toUs - DAYS * DAY_US, toUs }
const condition = (field: string, value: number, change: object = {}): Condition =>
  ({ variable: { type: 'instant', field, ...change }, operation: 'more_than', value }) as Condition
const NOWHERE = { enabled: false, ids: [], area_operation: 'inside' as const }
const of = (...and: Condition[]) => ({ geofences: NOWHERE, logic: { and } })
const status = (field: string, value: number) => condition(field, value, { source: 'vessel-status' })
const HARBOUR = { latitudeDeg: 64, longitudeDeg: -22 }
const RULES = {
  'a limit that is seldom passed': of(condition('coolant_temperature', 371.5)),
  'a value held for a minute': of(condition('coolant_temperature', 371, { type: 'vfp', period_sec: 60 })),
  'a rise within a minute': of(condition('coolant_temperature', 6, { type: 'range', period_sec: 60 })),
  'two conditions': of(condition('sog', 7), condition('coolant_temperature', 371)),
  'a speed that is passed all day': of(condition('sog', 5)),
  'at night, under way': of(status('sailing', 0.5), status('hour', 23)),
  'gone quiet for an hour': of(status('age', 3600)),
  'fast in a harbour': {
    ...of(condition('sog', 7)),
    geofences: { ...NOWHERE, enabled: true, ids: ['harbour'] },
  },
}

const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
const [records, columns] = [await testRecords(), await openColumns({ dataDir })]
try {
  const { db } = records
  const telemetry = openTelemetry(columns)
  const [organization] = await db.insert(organizations).values({ name: 'Fleet' }).returning()
  const organizationId = organization?.id ?? ''
  const [department] = await db.insert(departments).values({ organizationId, name: 'Fleet' }).returning()
  await db.insert(vessels).values(
    Array.from({ length: BOATS }, (_, i) => ({
      ...{ organizationId, departmentId: department?.id ?? '', name: `Boat ${i}` },
    })),
  )
  const fleet = [...(await loadDirectory(db)).values()]
  const samples = await fill(fleet.map(({ number }) => number))
  print(
    `${BOATS} boats, ${DAYS} days, ${HOURS} h each at 1 Hz`,
    `${thousands(samples)} samples of two series`,
  )
  for (const [name, definition] of Object.entries(RULES)) {
    const rule = compileRule({ type: 'threshold', severity: 'warning', definition })
    if (!rule) continue
    const circle = { type: 'circle', radiusM: 500, coordinates: [HARBOUR] }
    const ever = { fromUs: Number.NEGATIVE_INFINITY, untilUs: Number.POSITIVE_INFINITY }
    const fences = [{ id: 'harbour', name: 'Harbour', ...ever, geometry: circle }]
    const tookMs: number[] = []
    const before = process.cpuUsage()
    let summary = ''
    for (let run = 0; run < RUNS; run++) {
      const beganMs = performance.now()
      const { episodes, fromUs } = await previewRule(
        { db, telemetry },
        { rule, fences, vessels: fleet, span },
      )
      tookMs.push(performance.now() - beganMs)
      summary = `${episodes.length} times over ${((toUs - fromUs) / DAY_US).toFixed(1)} days`
    }
    const { user, system } = process.cpuUsage(before)
    print(
      name,
      `${summary}; ${((user + system) / 1e6 / RUNS).toFixed(2)} CPU-s, median ${quantile(tookMs, 0.5).toFixed(0)} ms, load ${loadPerCore().toFixed(1)} a core`,
    )
  }
} finally {
  await columns.close()
  await records.close()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0)

/**
 * The engine itself makes the data: a sea state of speed, a temperature that passes its limit a few times a month,
 * and laps.
 */
async function fill(numbers: readonly number[]): Promise<number> {
  const steps = (key: 'sog' | 'coolant_temperature', value: string) =>
    `toInt32(round((${value}) / ${SERIES[key].step}))`
  const hours = `(number % 86400) < ${(HOURS * HOUR_US) / 1e6}`
  for (const vessel of numbers) {
    const time = `fromUnixTimestamp64Micro(toInt64(${span.fromUs} + number * 1000000), 'UTC') AS time`
    const rows = `FROM numbers(${DAYS * 86_400}) WHERE ${hours}`
    const hot = `pow(greatest(0, sin((number + ${vessel} * 40000) / 137000.)), 4000) * 15`
    for (const [key, value] of [
      ['sog', `4 + sin(number / 700 + ${vessel})`],
      ['coolant_temperature', `355 + 2 * sin(number / 300) + ${hot}`],
    ] as const)
      await columns.command(
        `INSERT INTO telemetry.scalars (vessel, series, instance, time, value)
         SELECT ${vessel}, ${SERIES[key].number}, 0, ${time}, ${steps(key, value)} ${rows}`,
      )
    await columns.command(
      `INSERT INTO telemetry.fixes (vessel, time, latitude, longitude, hdop, valid)
       SELECT ${vessel}, ${time}, toInt32(round((${HARBOUR.latitudeDeg} + 0.2 * sin(number / 20000 + ${vessel})) * 1e7)),
         toInt32(round((${HARBOUR.longitudeDeg} + 0.4 * cos(number / 20000 + ${vessel} * 2)) * 1e7)), 90, 1 ${rows}`,
    )
  }
  return numbers.length * DAYS * HOURS * 3600 * 2
}
