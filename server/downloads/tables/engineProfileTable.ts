import { toWire } from '#contract/domain/series.ts'
import { L_PER_HR_M3PS, mpsToKn, mToNmi } from '#contract/domain/units.ts'
import type { ProfileRow } from '#server/telemetry/engines.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import type { Column, Page, Table } from '../table.ts'

export interface ProfileChoice {
  /** The trips, one after the other. */
  intervals: readonly VesselInterval[]
  /** Width of a step of engine speed. */
  stepRpm: number
  /** Intervals whose fuel does not count, [from, to) in seconds since 1970. */
  ignored: readonly { fromS: number; toS: number }[]
}

const share = (sum: number, of: number) => (of > 0 ? sum / of : Number.NaN)

const COLUMNS: readonly (readonly [string, string, number, (row: ProfileRow, stepRpm: number) => number])[] =
  [
    ['engine', '', 0, ({ engine }) => engine],
    ['engine_speed_from', 'rpm', 0, ({ step }, stepRpm) => step * stepRpm],
    ['engine_speed_to', 'rpm', 0, ({ step }, stepRpm) => (step + 1) * stepRpm],
    ['time', 's', 0, ({ runS }) => runS],
    ['fuel_rate', 'L/hr', 2, ({ fuelM3, fuelS }) => share(fuelM3, fuelS) * L_PER_HR_M3PS],
    ['fuel_consumption', 'L', 3, ({ fuelM3, fuelS }) => (fuelS > 0 ? fuelM3 * 1000 : Number.NaN)],
    ['avg_sog', 'kn', 2, ({ sogM, sogS }) => mpsToKn(share(sogM, sogS))],
    ['fuel_rate_per_mile', 'L/nmi', 3, ({ milesM3, milesM }) => share(milesM3 * 1000, mToNmi(milesM))],
    ['engine_load', '%', 1, ({ load, loadS }) => toWire('engine_load', share(load, loadS))],
    ['engine_torque', '%', 1, ({ torque, torqueS }) => toWire('engine_torque', share(torque, torqueS))],
    ['coolant_temperature', 'K', 2, ({ coolantKs, coolantS }) => share(coolantKs, coolantS)],
  ]

/** How each engine ran at each step of its speed: means are ratios of sums over all trips; steps without time are left out. */
export function engineProfileTable(telemetry: Pick<Telemetry, 'engines'>, choice: ProfileChoice): Table {
  const columns = COLUMNS.map(([name, unit, digits]): Column => ({ kind: 'number', name, unit, digits }))
  return { columns, pages: pages() }

  async function* pages(): AsyncGenerator<Page> {
    const sums = new Map<string, ProfileRow>()
    for (const [i, interval] of choice.intervals.entries()) {
      for (const row of await telemetry.engines.profile(interval, choice.stepRpm / 60, choice.ignored))
        add(sums, row)
      const progress = (i + 1) / choice.intervals.length
      if (progress < 1) yield { rows: 0, values: COLUMNS.map(() => new Float64Array(0)), progress }
    }
    const rows = [...sums.values()].sort((a, b) => a.engine - b.engine || a.step - b.step)
    const values = COLUMNS.map(([, , , value]) =>
      Float64Array.from(rows, (row) => value(row, choice.stepRpm)),
    )
    yield { rows: rows.length, values, progress: 1 }
  }
}

function add(sums: Map<string, ProfileRow>, row: ProfileRow) {
  const name = `${row.engine} ${row.step}`
  const known = sums.get(name)
  if (!known) {
    sums.set(name, { ...row })
    return
  }
  for (const key of Object.keys(row) as (keyof ProfileRow)[])
    if (key !== 'engine' && key !== 'step') known[key] += row[key]
}
