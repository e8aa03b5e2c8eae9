import type { DashboardStatistics } from '#contract/wire/statistics.ts'
import { giveWay } from '#server/platform/giveWay.ts'
import { noFigures, type QuarterHourFigures } from '#server/telemetry/quarterHours.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { addFigures, aggregateRow, figures } from './figures.ts'
import { fuelAverages, periodSeries, type QuarterHour, runUpMs, toDays } from './periodSeries.ts'
import { openCalendar } from './periods.ts'

export interface DashboardQuestion {
  /** Vessels that the caller may see, by their number in the column store. */
  vesselIds: ReadonlyMap<number, string>
  captainIds: ReadonlyMap<number, string>
  fromMs: number
  toMs: number
  timezone: string | undefined
}

/** The figures of a fleet by local day, week and month, by vessel and by captain, and over all of the range. */
export async function dashboard(
  telemetry: Telemetry,
  { vesselIds, captainIds, fromMs, toMs, timezone }: DashboardQuestion,
): Promise<DashboardStatistics> {
  const calendar = openCalendar(timezone)
  const range = { fromMs, toMs }
  const choice = {
    vesselNumbers: [...vesselIds.keys()],
    fromS: Math.ceil(fromMs / 1000),
    toS: Math.ceil(toMs / 1000),
  }
  const runUp = { ...choice, fromS: Math.floor(runUpMs(calendar, fromMs) / 1000), toS: choice.fromS }
  const [[before = NONE], [byQuarterHour = NONE, byVessel = NONE, byCaptain = NONE]] = await Promise.all([
    telemetry.quarterHours.sums(runUp, ['quarter_hour'], AVERAGED),
    telemetry.quarterHours.sums(choice, ['quarter_hour', 'vessel', 'captain'], SHOWN),
  ])
  const within = toQuarterHours(byQuarterHour)
  await giveWay()
  // Weeks and months begin with a day, so they are summed from days, which are fewer than quarter-hours.
  const days = toDays(within, calendar)
  const all = [...toQuarterHours(before), ...days]
  const summary = noFigures()
  for (const { sums } of days) addFigures(summary, sums)
  await giveWay()
  return {
    stats: {
      day: periodSeries(days, calendar, 'day', range),
      week: periodSeries(days, calendar, 'week', range),
      month: periodSeries(days, calendar, 'month', range),
      moving_avg_data: fuelAverages(all, calendar, range),
      table_stats: {
        vessel_stats: rows(byVessel, vesselIds, (vessel_id, row) => ({ vessel_id, ...row })),
        captain_stats: rows(byCaptain, captainIds, (captain_id, row) => ({ captain_id, ...row })),
      },
      summary: {
        nr_trips: summary.trips,
        total_consumption: summary.fuel_m3 * 1000,
        active_consumption: figures.activeLitres(summary),
        idle_consumption: figures.idleLitres(summary),
        total_duration: figures.minutes(summary),
        active_duration: figures.activeMinutes(summary),
        idle_duration: figures.idleMinutes(summary),
        total_distance: figures.nmi(summary),
        co2_emissions: summary.co2_kg,
        nox_emissions: figures.noxG(summary),
        avg_fuel_rate_l_nm: figures.litresANmi(summary),
        peak_impact: figures.peakImpactG(summary),
        peak_sog: figures.maxSogKn(summary),
        duration_below: summary.below_s / 60,
        duration_around: summary.around_s / 60,
        duration_above: summary.above_s / 60,
      },
    },
  }
}

const NONE: ReadonlyMap<number, QuarterHourFigures> = new Map()
const AVERAGED = ['fuel_m3', 'fuel_s', 'fuel_m'] as const
const SHOWN = [
  ...AVERAGED,
  ...(['trips', 'distance_m', 'co2_kg', 'nox_g', 'highest_sog_mps', 'max_impact_g', 'red_events'] as const),
  ...([
    'idle_s',
    'accel_s',
    'cruising_s',
    'decel_s',
    'idle_m3',
    'accel_m3',
    'cruising_m3',
    'decel_m3',
  ] as const),
  ...(['below_s', 'around_s', 'above_s', 'sog_m', 'sog_s', 'impact_gs', 'impact_s'] as const),
] as const

/** Groups without a captain or vessel, and groups without trips, have no line. */
function rows<Row>(
  groups: ReadonlyMap<number, QuarterHourFigures>,
  ids: ReadonlyMap<number, string>,
  toRow: (id: string, row: ReturnType<typeof aggregateRow>) => Row,
): Row[] {
  return [...groups].flatMap(([number, of]) => {
    const id = ids.get(number)
    return id === undefined || of.trips === 0 ? [] : [toRow(id, aggregateRow(of))]
  })
}

export const toQuarterHours = (quarterHours: ReadonlyMap<number, QuarterHourFigures>): QuarterHour[] =>
  [...quarterHours].map(([startS, sums]) => ({ startMs: startS * 1000, sums }))
