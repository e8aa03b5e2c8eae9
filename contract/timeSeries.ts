import { z } from 'zod'
import { byId, endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { AGGREGATIONS, SERIES_GROUPS, SERIES_KINDS } from './series.ts'

/** Points per series that one request may ask for: five minutes of attitude at 50 ms, with room to spare. */
export const MAX_POINTS = 20_000

const Filters = z.object({
  trip_id: z.uuid().optional(),
  vessel_id: z.uuid().optional(),
  start_time: Instant.optional(),
  end_time: Instant.optional(),
})
const Resolution = z.object({
  value: z.number().positive(),
  type: z.enum(['milliseconds', 'seconds', 'minutes', 'hours', 'days']),
})
const Aggregation = z.enum(['avg', 'max', 'min', 'last'])
const timezone = z.string().max(60).optional()

/**
 * Times are epoch seconds or ISO 8601, start_time included and end_time not; a trip_id alone means the whole trip. Buckets of whole days begin at midnight in
 * `timezone`, all others at multiples of their width since 1970 UTC. Ask for min, avg and max of a field together to
 * have its envelope: no peak is missing from it, however wide the buckets.
 */
export const TimeSeriesRequest = z.object({
  filters: Filters,
  fields: z
    .array(
      z.object({
        type: z.enum(['sensor', 'general']).default('general'),
        field: z.string().max(60),
        aggregation: Aggregation.default('avg'),
      }),
    )
    .min(1)
    .max(40),
  resolution: Resolution,
  timezone,
})
export type TimeSeriesRequest = z.infer<typeof TimeSeriesRequest>

/** Buckets without data are left out; `time` is the start of the bucket, epoch ms. */
export const TimeSeriesEntry = z.object({
  field: z.string(),
  unit: z.string(),
  unique_id: z.string(),
  device_number: z.int(),
  instance: z.int(),
  aggregation: z.string(),
  series: z.array(z.object({ time: z.number(), value: z.number().nullable() })),
})
export type TimeSeriesEntry = z.infer<typeof TimeSeriesEntry>

export const fetchTimeSeries = endpoint({
  method: 'POST',
  path: '/fetcher/time-series',
  access: 'vessel:trip-view',
  forKeys: true,
  problems: ['TOO_MANY_POINTS'],
  body: TimeSeriesRequest,
  output: z.object({ data: z.array(TimeSeriesEntry) }),
})

/**
 * The fields of which a trip has data, instances included: `sog`, `engine_speed_2`. `names` has those whose engine,
 * battery, tank or switch the boat's own system names: `battery_voltage_1` is of `house`.
 */
export const listTripSeries = endpoint({
  method: 'GET',
  path: '/api/trips/:id/series',
  access: 'vessel:trip-view',
  forKeys: true,
  params: byId,
  output: z.object({ data: z.array(z.string()), names: z.record(z.string(), z.string()) }),
})

/**
 * Parameters of the J1939 bus by their SPN or, all those of a message, by its PGN. `instance` numbers engines and other
 * senders from 1; what only one of them can send needs none.
 */
export const fetchJ1939TimeSeries = endpoint({
  method: 'POST',
  path: '/fetcher/j1939-time-series',
  access: 'vessel:trip-view',
  forKeys: true,
  problems: ['TOO_MANY_POINTS'],
  body: z.object({
    filters: Filters,
    fields: z
      .array(
        z
          .object({
            type: z.enum(['sensor', 'general']).default('general'),
            field: z.string().max(60).optional(),
            pgn: z.int().min(0).max(0x3ffff).optional(),
            spn: z.int().min(0).max(0x7ffff).optional(),
            instance: z.int().min(0).max(255).default(1),
            aggregation: Aggregation.default('avg'),
          })
          .refine(({ pgn, spn }) => pgn !== undefined || spn !== undefined, 'needs a pgn or an spn'),
      )
      .min(1)
      .max(40),
    resolution: Resolution,
    timezone,
  }),
  output: z.object({ data: z.array(TimeSeriesEntry) }),
})

/** How the devices of a vessel did over time. */
export const fetchVesselStatus = endpoint({
  method: 'POST',
  path: '/fetcher/vessel-status',
  access: 'vessel:vessel-view',
  forKeys: true,
  problems: ['TOO_MANY_POINTS'],
  body: z.object({
    filters: z.object({ vessel_id: z.uuid(), start_time: Instant, end_time: Instant }),
    fields: z
      .array(z.object({ field: z.string().max(60), aggregation: z.enum(['min', 'max', 'avg']) }))
      .min(1)
      .max(40),
    resolution: Resolution,
    timezone,
  }),
  output: z.object({ data: z.array(TimeSeriesEntry) }),
})

/** A trip's path, thinned to at most `points`; `alt` carries the largest impact of the stretch, in g. */
export const PathPoint = z.object({
  lat: z.number(),
  lon: z.number(),
  sog: z.number().nullable(),
  cog: z.number().nullable(),
  timestamp: z.number(),
  alt: z.number().nullable(),
})
export type PathPoint = z.infer<typeof PathPoint>

/** Paths of up to 50 trips at once, for thumbnails and for the map. */
export const fetchPaths = endpoint({
  method: 'POST',
  path: '/fetcher/paths',
  access: 'vessel:trip-view',
  forKeys: true,
  body: z.object({
    trip_ids: z.array(z.uuid()).min(1).max(50),
    points: z.int().min(2).max(2000).default(400),
  }),
  output: z.object({ data: z.array(z.object({ trip_id: z.uuid(), points: z.array(PathPoint) })) }),
})

export const FieldsBible = z.record(
  z.string(),
  z.object({
    label: z.string(),
    group: z.enum(SERIES_GROUPS),
    unit: z.string(),
    stored_unit: z.string(),
    kind: z.enum(SERIES_KINDS),
    aggregation: z.enum(AGGREGATIONS),
    instances: z.boolean(),
    valid: z.object({ min: z.number(), max: z.number() }),
  }),
)
export const getFieldsBible = endpoint({
  method: 'GET',
  path: '/api/holy-books/fields-bible',
  access: 'signed-in',
  forKeys: true,
  output: FieldsBible,
})
