/**
 * Statistics of one trip (`trip`), of a vessel's or a captain's trips (`agg`), and of a fleet (the dashboard). Units
 * are the wire's: kn, g, minutes, L, L/hr, L/nmi, kg CO2, g NOx, nmi. Points are { x, y }: x is epoch ms by default.
 */
import { z } from 'zod'
import { DAY_S } from '#contract/domain/time.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'

export const Point = z.object({
  x: z
    .number()
    .describe(
      'Position on the axis: time in milliseconds since 1970 UTC, distance in nautical miles, or speed in knots.',
    ),
  y: z.number().nullable().describe('Value of the series, in the unit of its field; null if unknown.'),
})
export type Point = z.infer<typeof Point>
const points = z.array(Point)
/** Moving averages by days: the window's length in days to its points. */
const MovingAverages = z.record(z.string(), points)

export const STAGES = ['idle', 'accel', 'cruising', 'decel'] as const
export type Stage = (typeof STAGES)[number]
const byStage = z.object({
  idle: z.number().describe('Amount at 3 knots or less.'),
  accel: z.number().describe('Amount while the speed rises by more than 0.2 knots per second.'),
  cruising: z.number().describe('Amount above 3 knots at a steady speed.'),
  decel: z.number().describe('Amount while the speed falls by more than 0.2 knots per second.'),
})

export const IMPACT_BUCKETS = ['0-1', '1-2', '2-3', '3-4', '4-5', '5-6', '>6'] as const

/**
 * `trip` needs trip_id; `agg` needs vessel_id or captain_id with a range [start, end) in which trips start.
 * The resolution of a trip is in seconds.
 */
export const StatisticsRequest = z
  .object({
    request_type: z
      .enum(['trip', 'agg'])
      .describe(
        'Subject of the statistics: `trip` for one trip, `agg` for all trips of a vessel or captain.',
      ),
    trip_id: z.uuid().optional().describe('Identifier of the trip, a UUID; required for `trip`.'),
    vessel_id: z
      .uuid()
      .optional()
      .describe('Identifier of the vessel, a UUID; for `agg`, not together with `captain_id`.'),
    captain_id: z
      .uuid()
      .optional()
      .describe('Identifier of the captain, a UUID; for `agg`, not together with `vessel_id`.'),
    start_time: Instant.optional().describe(
      'Earliest start of the trips, in epoch seconds or ISO 8601, included.',
    ),
    end_time: Instant.optional().describe(
      'Latest start of the trips, in epoch seconds or ISO 8601, excluded.',
    ),
    resolution: z
      .number()
      .min(1)
      .max(DAY_S)
      .optional()
      .describe("Step of a trip's series in seconds, 1 to 86,400."),
    stats_only: z
      .boolean()
      .optional()
      .describe('True to leave the series of a trip empty, which makes the call much faster.'),
    timezone: z
      .string()
      .max(60)
      .optional()
      .describe('IANA name of the time zone that defines days, for example `Europe/Rome`.'),
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
  avg_impact: points.describe('Mean impact while moving, in g.'),
  max_impact: points.describe('Largest impact of each step, in g.'),
  sog_vs_rog: points.describe(
    'Distance sailed over the distance at the safety speed, a ratio of 0 or more; 1 is exactly at the safety speed.',
  ),
  avg_sog: points.describe('Mean speed over ground in knots.'),
  avg_rog: points.describe('Mean safety speed in knots: the recommended speed over ground.'),
  max_sog: points.describe('Largest speed over ground in knots.'),
})

/** Tells at which time the boat was where on the axis of distance. */
const OverDistance = {
  start_time: points.describe(
    'Time at which each step of the distance began, in milliseconds since 1970 UTC; empty for `agg`.',
  ),
}

const ImpactShares = z.partialRecord(z.enum(IMPACT_BUCKETS), z.number())
export type ImpactShares = z.infer<typeof ImpactShares>

export const SafetyStatistics = z.object({
  data: SafetySeries.extend({
    nm: SafetySeries.extend(OverDistance).describe(
      'Series over distance: x in nautical miles; empty for `agg`.',
    ),
  }).describe('Series over time: x in milliseconds since 1970 UTC.'),
  stats: z
    .object({
      max_impact_distribution: ImpactShares.describe(
        "Share of moving time in each range of the second's largest impact in g, 0 to 1; empty without motion sensors.",
      ),
      sog_vs_safety_speed_percentage_data: z
        .object({
          below: z.number().describe('Time below 95 % of the safety speed, in percent of moving time.'),
          around: z
            .number()
            .describe(
              'Time between 95 % of the safety speed and the safety speed, in percent of moving time.',
            ),
          above: z.number().describe('Time above the safety speed, in percent of moving time.'),
        })
        .nullable()
        .describe('Shares of moving time by speed, in percent; null without a safety speed.'),
      moving_avg_data: z
        .object({
          avg_impact: MovingAverages.describe(
            'Moving averages of the mean impact, in g, by window length in days.',
          ),
          max_impact: MovingAverages.describe(
            'Moving averages of the largest impact, in g, by window length in days.',
          ),
        })
        .describe('Moving averages; keys are the length of the window in days.'),
      summary: z
        .object({
          avg_impact: z
            .number()
            .nullable()
            .describe('Mean impact while moving, in g; null without motion sensors.'),
          peak_impact: z.number().nullable().describe('Largest impact in g; null without motion sensors.'),
          avg_peak_impact: z
            .number()
            .nullable()
            .describe('Mean of the peaks of all impact events, in g; null without any.'),
          red_impacts: z
            .number()
            .nullable()
            .describe(
              "Number of impact events above the vessel's impact limit; null without motion sensors.",
            ),
          distance: z.number().describe('Distance sailed in nautical miles, 0 or more.'),
          avg_sog: z.number().nullable().describe('Mean speed over ground in knots; null if unknown.'),
          nr_trips: z.int().describe('Number of trips, 0 or more.'),
        })
        .describe('Figures of the whole trip or time range.'),
    })
    .describe('Figures of the whole trip or time range.'),
})
export type SafetyStatistics = z.infer<typeof SafetyStatistics>

const FuelSeries = z.object({
  fuel_consumption: points.describe('Consumed fuel in litres, by step.'),
  avg_fuel_rate: points.describe('Mean fuel rate in litres per hour, by step.'),
  avg_fuel_rate_l_nm: points.describe('Mean fuel per distance in litres per nautical mile, by step.'),
  co2_emissions: points.describe('Emitted CO2 in kilograms, by step.'),
  nox_emissions: points.describe('Emitted NOx in grams, by step.'),
  duration_minutes: points.describe('Duration in minutes, by step.'),
  avg_sog: points.describe('Mean speed over ground in knots, by step.'),
})

export const FuelStatistics = z.object({
  data: z
    .object({
      time: FuelSeries.describe('Series over time: x in milliseconds since 1970 UTC.'),
      nm: FuelSeries.extend(OverDistance).describe(
        'Series over distance: x in nautical miles; empty for `agg`.',
      ),
      sog: z
        .object({
          avg_fuel_rate: points.describe('Mean fuel rate in litres per hour, by speed.'),
          avg_fuel_rate_l_nm: points.describe(
            'Mean fuel per distance in litres per nautical mile, by speed.',
          ),
          duration_minutes: points.describe('Duration in minutes, by speed.'),
          avg_sog: points.describe('Mean speed over ground in knots, by speed bin.'),
        })
        .describe('Series over speed: x is the middle of a 1-knot bin.'),
    })
    .describe('Series of the fuel figures.'),
  stats: z
    .object({
      moving_avg_data: z
        .object({
          fuel_consumption: MovingAverages.describe(
            'Moving averages of the consumed fuel, in litres, by window length in days.',
          ),
          avg_fuel_rate_l_nm: MovingAverages.describe(
            'Moving averages of the fuel per distance, in litres per nautical mile, by window length in days.',
          ),
        })
        .describe('Moving averages; keys are the length of the window in days.'),
      pie_charts: z
        .object({
          durations: byStage.describe('Duration of each operating stage in minutes.'),
          consumption: byStage
            .nullable()
            .describe('Consumed fuel of each operating stage in litres; null if unknown.'),
        })
        .describe('Time and fuel of each operating stage.'),
      eco_speed: z
        .object({
          sog: z.number().describe('Speed with the least fuel per mile, in knots.'),
          from: z.number().describe('Lower end of the eco band, in knots.'),
          to: z.number().describe('Upper end of the eco band, in knots.'),
        })
        .nullable()
        .describe('Speed with the least fuel per mile and its band; null if unknown.'),
      summary: z
        .object({
          fuel_consumption: z.number().nullable().describe('Consumed fuel in litres; null if unknown.'),
          co2_emissions: z.number().nullable().describe('Emitted CO2 in kilograms; null if unknown.'),
          nox_emissions: z.number().nullable().describe('Emitted NOx in grams; null if unknown.'),
          avg_fuel_rate: z
            .number()
            .nullable()
            .describe('Mean fuel rate in litres per hour; null if unknown.'),
          avg_fuel_rate_l_nm: z
            .number()
            .nullable()
            .describe('Mean fuel per distance in litres per nautical mile; null if unknown.'),
          distance: z.number().describe('Distance sailed in nautical miles, 0 or more.'),
          duration_minutes: z.number().describe('Duration of the trips in minutes, 0 or more.'),
          nr_trips: z.int().describe('Number of trips, 0 or more.'),
        })
        .describe('Figures of the whole trip or time range.'),
    })
    .describe('Figures of the whole trip or time range.'),
})
export type FuelStatistics = z.infer<typeof FuelStatistics>

/** One line of a report's table; a vessel or a captain without trips in the range has none. */
const AggregateRow = z.object({
  nr_trips: z.int().describe('Number of trips, 0 or more.'),
  distance: z.number().describe('Distance sailed in nautical miles, 0 or more.'),
  duration_minutes: z.number().describe('Duration of the trips in minutes, 0 or more.'),
  fuel_consumption: z.number().nullable().describe('Consumed fuel in litres; null if unknown.'),
  co2_emissions: z.number().nullable().describe('Emitted CO2 in kilograms; null if unknown.'),
  nox_emissions: z.number().nullable().describe('Emitted NOx in grams; null if unknown.'),
  avg_fuel_rate: z.number().nullable().describe('Mean fuel rate in litres per hour; null if unknown.'),
  avg_fuel_rate_l_nm: z
    .number()
    .nullable()
    .describe('Mean fuel per distance in litres per nautical mile; null if unknown.'),
  avg_impact: z.number().nullable().describe('Mean impact while moving, in g; null without motion sensors.'),
  peak_impact: z.number().nullable().describe('Largest impact in g; null without motion sensors.'),
  red_impacts: z
    .int()
    .nullable()
    .describe("Number of impact events above the vessel's impact limit; null without motion sensors."),
  avg_sog: z.number().nullable().describe('Mean speed over ground in knots; null if unknown.'),
  max_sog: z.number().nullable().describe('Largest speed over ground in knots; null if unknown.'),
})
export const VesselRow = AggregateRow.extend({
  vessel_id: z.uuid().describe("Identifier of the row's vessel, a UUID."),
})
export const CaptainRow = AggregateRow.extend({
  captain_id: z.uuid().describe("Identifier of the row's captain, a UUID."),
})
export type VesselRow = z.infer<typeof VesselRow>
export type CaptainRow = z.infer<typeof CaptainRow>

/** One list for each figure; x is the start of the day, week or month in the caller's time zone. */
export const PeriodSeries = z.object({
  active_consumption: points.describe('Fuel consumed above idle speed, in litres, by period.'),
  idle_consumption: points.describe('Fuel consumed while idling, in litres, by period.'),
  fuel_consumption: points.describe('Consumed fuel in litres, by period.'),
  avg_fuel_rate_l_nm: points.describe('Mean fuel per distance in litres per nautical mile, by period.'),
  co2_emissions: points.describe('Emitted CO2 in kilograms, by period.'),
  nox_emissions: points.describe('Emitted NOx in grams, by period.'),
  active_duration: points.describe('Time above idle speed in minutes, by period.'),
  idle_duration: points.describe('Time idling in minutes, by period.'),
  distance: points.describe('Distance sailed in nautical miles, by period.'),
  nr_trips: points.describe('Number of trips, by the period of their start.'),
  peak_impact: points.describe('Largest impact in g, by period.'),
  peak_sog: points.describe('Largest speed over ground in knots, by period.'),
})
export type PeriodSeries = z.infer<typeof PeriodSeries>
export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

export const DashboardStatistics = z.object({
  stats: z
    .object({
      day: PeriodSeries.describe('Series by day, in the requested time zone.'),
      week: PeriodSeries.describe('Series by week from Monday, in the requested time zone.'),
      month: PeriodSeries.describe('Series by calendar month, in the requested time zone.'),
      moving_avg_data: z
        .object({
          fuel_consumption: MovingAverages.describe(
            'Moving averages of the consumed fuel, in litres, by window length in days.',
          ),
          avg_fuel_rate_l_nm: MovingAverages.describe(
            'Moving averages of the fuel per distance, in litres per nautical mile, by window length in days.',
          ),
        })
        .describe('Moving averages; keys are the length of the window in days.'),
      table_stats: z
        .object({
          vessel_stats: z.array(VesselRow).describe('Figures of each vessel with trips.'),
          captain_stats: z.array(CaptainRow).describe('Figures of each captain with trips.'),
        })
        .describe('Figures of each vessel and each captain.'),
      summary: z
        .object({
          nr_trips: z.int().describe('Number of trips, 0 or more.'),
          total_consumption: z.number().describe('Consumed fuel in litres, 0 or more.'),
          active_consumption: z.number().describe('Fuel consumed above idle speed, in litres.'),
          idle_consumption: z.number().describe('Fuel consumed while idling, in litres.'),
          total_duration: z.number().describe('Duration of all trips in minutes.'),
          active_duration: z.number().describe('Time above idle speed in minutes.'),
          idle_duration: z.number().describe('Time idling in minutes.'),
          total_distance: z.number().describe('Distance sailed in nautical miles, 0 or more.'),
          co2_emissions: z.number().describe('Emitted CO2 in kilograms, 0 or more.'),
          nox_emissions: z.number().nullable().describe('Emitted NOx in grams; null if unknown.'),
          avg_fuel_rate_l_nm: z
            .number()
            .nullable()
            .describe('Mean fuel per distance in litres per nautical mile; null if unknown.'),
          peak_impact: z.number().nullable().describe('Largest impact in g; null without motion sensors.'),
          peak_sog: z.number().nullable().describe('Largest speed over ground in knots; null if unknown.'),
          duration_below: z.number().describe('Moving time below 95 % of the safety speed, in minutes.'),
          duration_around: z
            .number()
            .describe('Moving time between 95 % of the safety speed and the safety speed, in minutes.'),
          duration_above: z.number().describe('Moving time above the safety speed, in minutes.'),
        })
        .describe('Figures of the whole trip or time range.'),
    })
    .describe('Figures of the fleet in the time range.'),
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
/** Vessels outside the caller's scope are ignored; an empty list answers an empty result. */
export const fetchDashboardStatistics = endpoint({
  method: 'POST',
  path: '/statistics/dashboard-statistics',
  access: 'department:trip-view',
  forKeys: true,
  body: z.object({
    start_time: Instant.describe('Start of the time range, in epoch seconds or ISO 8601, included.'),
    end_time: Instant.describe('End of the time range, in epoch seconds or ISO 8601, excluded.'),
    vessel_id: z
      .array(z.uuid())
      .max(10_000)
      .describe('Identifiers of the vessels, UUIDs, at most 10,000; empty answers an empty result.'),
    timezone: z
      .string()
      .max(60)
      .optional()
      .describe('IANA name of the time zone that defines days, for example `Europe/Rome`.'),
  }),
  output: DashboardStatistics,
})
