import { expect, test } from 'vitest'
import { QUARTER_HOUR_COLUMNS, type QuarterHourColumnName } from './quarterHourColumns.ts'

const MOST = 2 ** 31 - 1
/** Six engines at 2,000 L/hr of diesel, at 100 kn, an impact of 32 g twice a second, for a quarter-hour. */
const LITRES = (6 * 2000) / 4
const MOST_IN_A_QUARTER_HOUR: Partial<Record<QuarterHourColumnName, number>> = {
  fuel_m3: LITRES / 1000,
  co2_kg: LITRES * 2.6893,
  nox_g: LITRES * 0.8325 * 100,
  distance_m: 51.5 * 900,
  sog_m: 51.5 * 900,
  fuel_s: 900,
  impact_gs: 32 * 900,
  event_peaks_g: 32 * 2 * 900,
}

test('holds the largest figures that the largest boat can reach in a quarter-hour', () => {
  for (const [name, most] of Object.entries(MOST_IN_A_QUARTER_HOUR)) {
    expect([name, most / QUARTER_HOUR_COLUMNS[name as QuarterHourColumnName].step < MOST]).toEqual([
      name,
      true,
    ])
  }
})
