import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Points per series that one request may ask for: five minutes of attitude at 50 ms, with room to spare. */
export const MAX_POINTS = 20_000

const instant = z.union([z.number(), z.iso.datetime({ offset: true })])

/** Times are epoch seconds or ISO 8601; a trip_id alone means the whole trip. */
export const TimeSeriesRequest = z.object({
  filters: z.object({
    trip_id: z.uuid().optional(),
    vessel_id: z.uuid().optional(),
    start_time: instant.optional(),
    end_time: instant.optional(),
  }),
  fields: z
    .array(
      z.object({
        type: z.enum(['sensor', 'general']).default('general'),
        field: z.string().max(60),
        aggregation: z.enum(['avg', 'max', 'min', 'last']).default('avg'),
      }),
    )
    .min(1)
    .max(40),
  resolution: z.object({
    value: z.number().positive(),
    type: z.enum(['milliseconds', 'seconds', 'minutes']),
  }),
  timezone: z.string().max(60).optional(),
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
  body: TimeSeriesRequest,
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
    group: z.string(),
    unit: z.string(),
    stored_unit: z.string(),
    kind: z.string(),
    aggregation: z.string(),
    instances: z.boolean(),
    valid: z.object({ min: z.number(), max: z.number() }),
  }),
)
export const getFieldsBible = endpoint({
  method: 'GET',
  path: '/api/holy-books/fields-bible',
  access: 'signed-in',
  output: FieldsBible,
})
