import type { Columns } from '#server/stores/columns/columns.ts'
import { QUARTER_HOUR_NAMES } from '#server/stores/columns/quarterHourColumns.ts'
import { print, thousands } from './figures.ts'

/** Six hours under way a day, in two trips. */
const QUARTER_HOURS_A_DAY = 24

/**
 * Fills days of boats with these numbers, with captains 1 to 50. Figures have a plausible size and differ between
 * 15-minute buckets.
 */
export async function fillQuarterHours(
  columns: Columns,
  {
    vessels,
    firstVessel = 1,
    days,
    fromS,
  }: { vessels: number; firstVessel?: number; days: number; fromS: number },
): Promise<void> {
  const rows = vessels * days * QUARTER_HOURS_A_DAY
  await columns.command('TRUNCATE TABLE telemetry.trip_quarter_hours')
  const start = performance.now()
  await columns.command(`
    INSERT INTO telemetry.trip_quarter_hours (vessel, quarter_hour, trip, captain, ${QUARTER_HOUR_NAMES.join(', ')}, knots, bin_s)
    SELECT vessel, toDateTime(${fromS} + day * 86400 + 28800 + slot * 900, 'UTC'), trip, 1 + trip % 50,
      ${QUARTER_HOUR_NAMES.map((name, i) => (name === 'trips' ? 'slot % 12 = 0' : `toInt64(cityHash64(n, ${i}) % 1000000)`)).join(', ')},
      range(8, 24), arrayMap(k -> toInt64(40000 + k), range(8, 24))
    FROM (SELECT number AS n, toUInt32(${firstVessel} + intDiv(number, ${days * QUARTER_HOURS_A_DAY})) AS vessel,
            intDiv(number, ${QUARTER_HOURS_A_DAY}) % ${days} AS day, number % ${QUARTER_HOURS_A_DAY} AS slot,
            toUInt32(1 + intDiv(number, 12)) AS trip
          FROM numbers(${rows}))`)
  print(`${thousands(rows)} quarter-hours made`, `${((performance.now() - start) / 1000).toFixed(1)} s`)
}
