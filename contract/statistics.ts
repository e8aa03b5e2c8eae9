/**
 * Statistics of one trip (`trip`), of a vessel's or a captain's trips (`agg`), and of a fleet (the dashboard). Units are
 * the wire's: kn, g, minutes, L, L/hr, L/nmi, kg CO2, g NOx, nmi. Points are { x, y }: x is epoch ms unless said.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { DAY_S } from './time.ts'

export const Point = z.object({ x: z.number(), y: z.number().nullable() })
export type Point = z.infer<typeof Point>
const points = z.array(Point)
/** Moving averages by days: the window's length in days to its points. */
const MovingAverages = z.record(z.string(), points)

export const STAGES = ['idle', 'accel', 'cruising', 'decel'] as const
export type Stage = (typeof STAGES)[number]
const byStage = z.object({ idle: z.number(), accel: z.number(), cruising: z.number(), decel: z.number() })

export const IMPACT_BUCKETS = ['0-1', '1-2', '2-3', '3-4', '4-5', '5-6', '>6'] as const

/**
 * `trip` needs trip_id; `agg` one of vessel_id and captain_id with a range that trips must start in, [start, end).
 * The resolution of a trip is in seconds.
 */
export const StatisticsRequest = z
  .object({
    request_type: z.enum(['trip', 'agg']),
    trip_id: z.uuid().optional(),
    vessel_id: z.uuid().optional(),
    captain_id: z.uuid().optional(),
    start_time: Instant.optional(),
    end_time: Instant.optional(),
    resolution: z.number().min(1).max(DAY_S).optional(),
    /** Leaves the series of a trip over time and distance empty, which are most of the work. */
    stats_only: z.boolean().optional(),
    timezone: z.string().max(60).optional(),
  })
  .refine(({ request_type, trip_id }) => request_type !== 'trip' || trip_id !== undefined, {
    message: 'A trip is needed.',
    path: ['trip_id'],
  })
  .refine(
    ({ request_type, vessel_id, captain_id, start_time, end_time }) =>
      request_type !== 'agg' ||
      ((vessel_id === undefined) !== (captain_id === undefined) &&
        start_time !== undefined &&
        end_time !== undefined),
    { message: 'A vessel or a captain is needed, with a start and an end.', path: ['vessel_id'] },
  )
export type StatisticsRequest = z.infer<typeof StatisticsRequest>

const SafetySeries = z.object({
  avg_impact: points,
  max_impact: points,
  /** Distance made good at the present speed over the one at the safety speed; 1 is at the safety speed. */
  sog_vs_rog: points,
  avg_sog: points,
  avg_rog: points,
  max_sog: points,
})

const ImpactShares = z.partialRecord(z.enum(IMPACT_BUCKETS), z.number())
export type ImpactShares = z.infer<typeof ImpactShares>

export const SafetyStatistics = z.object({
  data: SafetySeries.extend({
    /** The same over distance: x in nmi. Empty for `agg`. */
    nm: SafetySeries,
  }),
  stats: z.object({
    /** Share of moving time whose largest impact of the second lies in each bucket; {} without sensors. */
    max_impact_distribution: ImpactShares,
    /** Percent of moving time; null without a safety speed. */
    sog_vs_safety_speed_percentage_data: z
      .object({ below: z.number(), around: z.number(), above: z.number() })
      .nullable(),
    moving_avg_data: z.object({ avg_impact: MovingAverages, max_impact: MovingAverages }),
    summary: z.object({
      avg_impact: z.number().nullable(),
      peak_impact: z.number().nullable(),
      avg_peak_impact: z.number().nullable(),
      red_impacts: z.number().nullable(),
      distance: z.number(),
      avg_sog: z.number().nullable(),
      nr_trips: z.int(),
    }),
  }),
})
export type SafetyStatistics = z.infer<typeof SafetyStatistics>

const FuelSeries = z.object({
  fuel_consumption: points,
  avg_fuel_rate: points,
  avg_fuel_rate_l_nm: points,
  co2_emissions: points,
  nox_emissions: points,
  duration_minutes: points,
  avg_sog: points,
})

export const FuelStatistics = z.object({
  data: z.object({
    time: FuelSeries,
    /** x in nmi; empty for `agg`. */
    nm: FuelSeries,
    /** Fuel against speed: x is the middle of a bin of 1 kn. */
    sog: z.object({
      avg_fuel_rate: points,
      avg_fuel_rate_l_nm: points,
      duration_minutes: points,
      avg_sog: points,
    }),
  }),
  stats: z.object({
    moving_avg_data: z.object({ fuel_consumption: MovingAverages, avg_fuel_rate_l_nm: MovingAverages }),
    /** Minutes and litres by stage; what is not covered by data belongs to none. */
    pie_charts: z.object({ durations: byStage, consumption: byStage.nullable() }),
    eco_speed: z.object({ sog: z.number(), from: z.number(), to: z.number() }).nullable(),
    summary: z.object({
      fuel_consumption: z.number().nullable(),
      co2_emissions: z.number().nullable(),
      nox_emissions: z.number().nullable(),
      avg_fuel_rate: z.number().nullable(),
      avg_fuel_rate_l_nm: z.number().nullable(),
      distance: z.number(),
      duration_minutes: z.number(),
      nr_trips: z.int(),
    }),
  }),
})
export type FuelStatistics = z.infer<typeof FuelStatistics>

/** One line of a report's table; a vessel or a captain without trips in the range has none. */
const AggregateRow = z.object({
  nr_trips: z.int(),
  distance: z.number(),
  duration_minutes: z.number(),
  fuel_consumption: z.number().nullable(),
  co2_emissions: z.number().nullable(),
  nox_emissions: z.number().nullable(),
  avg_fuel_rate: z.number().nullable(),
  avg_fuel_rate_l_nm: z.number().nullable(),
  avg_impact: z.number().nullable(),
  peak_impact: z.number().nullable(),
  red_impacts: z.int().nullable(),
  avg_sog: z.number().nullable(),
  max_sog: z.number().nullable(),
})
export const VesselRow = AggregateRow.extend({ vessel_id: z.uuid() })
export const CaptainRow = AggregateRow.extend({ captain_id: z.uuid() })
export type VesselRow = z.infer<typeof VesselRow>
export type CaptainRow = z.infer<typeof CaptainRow>

/** One list for each figure; x is where the day, week or month begins in the caller's zone. */
export const PeriodSeries = z.object({
  active_consumption: points,
  idle_consumption: points,
  fuel_consumption: points,
  avg_fuel_rate_l_nm: points,
  co2_emissions: points,
  nox_emissions: points,
  active_duration: points,
  idle_duration: points,
  distance: points,
  nr_trips: points,
  peak_impact: points,
  peak_sog: points,
})
export type PeriodSeries = z.infer<typeof PeriodSeries>
export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

export const DashboardStatistics = z.object({
  stats: z.object({
    day: PeriodSeries,
    week: PeriodSeries,
    month: PeriodSeries,
    moving_avg_data: z.object({ fuel_consumption: MovingAverages, avg_fuel_rate_l_nm: MovingAverages }),
    table_stats: z.object({ vessel_stats: z.array(VesselRow), captain_stats: z.array(CaptainRow) }),
    summary: z.object({
      nr_trips: z.int(),
      total_consumption: z.number(),
      active_consumption: z.number(),
      idle_consumption: z.number(),
      total_duration: z.number(),
      active_duration: z.number(),
      idle_duration: z.number(),
      total_distance: z.number(),
      co2_emissions: z.number(),
      nox_emissions: z.number().nullable(),
      avg_fuel_rate_l_nm: z.number().nullable(),
      peak_impact: z.number().nullable(),
      peak_sog: z.number().nullable(),
      duration_below: z.number(),
      duration_around: z.number(),
      duration_above: z.number(),
    }),
  }),
})
export type DashboardStatistics = z.infer<typeof DashboardStatistics>

export const fetchSafetyStatistics = endpoint({
  method: 'POST',
  path: '/statistics/safety',
  access: 'vessel:trip-view',
  forKeys: true,
  body: StatisticsRequest,
  output: SafetyStatistics,
})
export const fetchFuelStatistics = endpoint({
  method: 'POST',
  path: '/statistics/fuel',
  access: 'vessel:trip-view',
  forKeys: true,
  body: StatisticsRequest,
  output: FuelStatistics,
})
/** Vessels outside the caller's scope count as not asked for; an empty list answers an empty result. */
export const fetchDashboardStatistics = endpoint({
  method: 'POST',
  path: '/statistics/dashboard-statistics',
  access: 'department:trip-view',
  forKeys: true,
  body: z.object({
    start_time: Instant,
    end_time: Instant,
    vessel_id: z.array(z.uuid()).max(10_000),
    timezone: z.string().max(60).optional(),
  }),
  output: DashboardStatistics,
})
