import { z } from 'zod'
import { AGGREGATIONS, SERIES_GROUPS, SERIES_KINDS } from '#contract/domain/seriesRows.ts'
import { byId, endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import type { FromWire } from './wirePosition.ts'

/** Most points per series in one request: five minutes of attitude at 50 ms, with room to spare. */
export const MAX_POINTS = 20_000

const Filters = z.object({
  trip_id: z.uuid().optional().describe('Identifier of the trip, a UUID; alone it selects the whole trip.'),
  vessel_id: z.uuid().optional().describe('Identifier of the vessel, a UUID; not needed with `trip_id`.'),
  start_time: Instant.optional().describe('Start of the time range, in epoch seconds or ISO 8601, included.'),
  end_time: Instant.optional().describe('End of the time range, in epoch seconds or ISO 8601, excluded.'),
})
const Resolution = z.object({
  value: z.number().positive().describe('Width of a bucket in the unit of `type`, above 0.'),
  type: z
    .enum(['milliseconds', 'seconds', 'minutes', 'hours', 'days'])
    .describe('Unit of the width: `milliseconds`, `seconds`, `minutes`, `hours` or `days`.'),
})
const Aggregation = z.enum(['avg', 'max', 'min', 'last'])
const timezone = z.string().max(60).optional()

/**
 * Times are epoch seconds or ISO 8601, with start_time included and end_time excluded; a trip_id alone means
 * the whole trip. Buckets of whole days begin at midnight in `timezone`, all others at multiples of their
 * width since 1970 UTC. Request min, avg and max of a field together for its envelope: it has every peak,
 * however wide the buckets.
 */
export const TimeSeriesRequest = z.object({
  filters: Filters.describe('Trip, or vessel with time range, to read.'),
  fields: z
    .array(
      z.object({
        type: z
          .enum(['sensor', 'general'])
          .default('general')
          .describe('Type of field: `sensor` or `general`; both give the same answer.'),
        field: z
          .string()
          .max(60)
          .describe(
            'Name of the field with its instance, for example `engine_speed_2`, at most 60 characters.',
          ),
        aggregation: Aggregation.default('avg').describe(
          'Aggregation of the values in a bucket: `avg`, `min`, `max` or `last`.',
        ),
      }),
    )
    .min(1)
    .max(40)
    .describe('Fields to read, 1 to 40.'),
  resolution: Resolution.describe('Width of the buckets, at most 20,000 of them per series.'),
  timezone: timezone.describe(
    'IANA name of the time zone for buckets of whole days, for example `Europe/Rome`.',
  ),
})
export type TimeSeriesRequest = z.infer<typeof TimeSeriesRequest>

/** Buckets without data are left out; `time` is the start of the bucket, epoch ms. */
export const TimeSeriesEntry = z.object({
  field: z.string().describe('Name of the field, as requested.'),
  unit: z.string().describe('Unit of the values in `series`, for example `kn`.'),
  unique_id: z.string().describe('Identifier of the series, unique within the answer.'),
  device_number: z.int().describe('Number of the device among several of its kind.'),
  instance: z.int().describe('Number of the engine, battery or sensor; 0 if the vessel has only one.'),
  aggregation: z.string().describe('Aggregation of the values in a bucket, as requested.'),
  series: z
    .array(
      z.object({
        time: z.number().describe('Start of the bucket, in milliseconds since 1970 UTC.'),
        value: z.number().nullable().describe('Value of the bucket in `unit`; null if unknown.'),
      }),
    )
    .describe('Points of the series; buckets without data are absent.'),
})
export type TimeSeriesEntry = z.infer<typeof TimeSeriesEntry>

export const fetchTimeSeries = endpoint({
  method: 'POST',
  path: '/fetcher/time-series',
  access: 'vessel:trip-view',
  forKeys: true,
  problems: ['TOO_MANY_POINTS'],
  body: TimeSeriesRequest,
  output: z.object({
    data: z.array(TimeSeriesEntry).describe('Series in the order of the requested fields.'),
  }),
})

/**
 * The fields for which a trip has data, with instances: `sog`, `engine_speed_2`. `names` lists the boat's own
 * names of engines, batteries, tanks and switches: `battery_voltage_1` is `house`.
 */
export const listTripSeries = endpoint({
  method: 'GET',
  path: '/api/trips/:id/series',
  access: 'vessel:trip-view',
  forKeys: true,
  params: byId,
  output: z.object({
    data: z.array(z.string()).describe('Names of the fields with data in the trip, with their instances.'),
    names: z
      .record(z.string(), z.string())
      .describe("Names that the vessel's own system gives engines, batteries, tanks and switches, by field."),
  }),
})

/**
 * Parameters of the J1939 bus by SPN, or all parameters of a message by PGN. `instance` numbers engines and
 * other senders from 1; a parameter with a single sender needs none.
 */
export const fetchJ1939TimeSeries = endpoint({
  method: 'POST',
  path: '/fetcher/j1939-time-series',
  access: 'vessel:trip-view',
  forKeys: true,
  problems: ['TOO_MANY_POINTS'],
  body: z.object({
    filters: Filters.describe('Trip, or vessel with time range, to read.'),
    fields: z
      .array(
        z
          .object({
            type: z
              .enum(['sensor', 'general'])
              .default('general')
              .describe('Type of field: `sensor` or `general`; both give the same answer.'),
            field: z
              .string()
              .max(60)
              .optional()
              .describe('Name of the field in the answer, at most 60 characters.'),
            pgn: z
              .int()
              .min(0)
              .max(0x3ffff)
              .optional()
              .describe('Parameter group number of J1939, 0 to 262,143: all parameters of the message.'),
            spn: z
              .int()
              .min(0)
              .max(0x7ffff)
              .optional()
              .describe('Suspect parameter number of J1939, 0 to 524,287.'),
            instance: z
              .int()
              .min(0)
              .max(255)
              .default(1)
              .describe('Number of the engine or other sender, 0 to 255; the first is 1.'),
            aggregation: Aggregation.default('avg').describe(
              'Aggregation of the values in a bucket: `avg`, `min`, `max` or `last`.',
            ),
          })
          .refine(({ pgn, spn }) => pgn !== undefined || spn !== undefined, 'needs a pgn or an spn'),
      )
      .min(1)
      .max(40)
      .describe('Fields to read, 1 to 40.'),
    resolution: Resolution.describe('Width of the buckets, at most 20,000 of them per series.'),
    timezone: timezone.describe(
      'IANA name of the time zone for buckets of whole days, for example `Europe/Rome`.',
    ),
  }),
  output: z.object({
    data: z.array(TimeSeriesEntry).describe('Series in the order of the requested fields.'),
  }),
})

/** How the devices of a vessel did over time. */
export const fetchVesselStatus = endpoint({
  method: 'POST',
  path: '/fetcher/vessel-status',
  access: 'vessel:vessel-view',
  forKeys: true,
  problems: ['TOO_MANY_POINTS'],
  body: z.object({
    filters: z
      .object({
        vessel_id: z.uuid().describe('Identifier of the vessel, a UUID.'),
        start_time: Instant.describe('Start of the time range, in epoch seconds or ISO 8601, included.'),
        end_time: Instant.describe('End of the time range, in epoch seconds or ISO 8601, excluded.'),
      })
      .describe('Vessel and time range to read.'),
    fields: z
      .array(
        z.object({
          field: z
            .string()
            .max(60)
            .describe(
              'Name of the field with its instance, for example `engine_speed_2`, at most 60 characters.',
            ),
          aggregation: z
            .enum(['min', 'max', 'avg'])
            .describe('Aggregation of the values in a bucket: `min`, `max` or `avg`.'),
        }),
      )
      .min(1)
      .max(40)
      .describe('Fields to read, 1 to 40.'),
    resolution: Resolution.describe('Width of the buckets, at most 20,000 of them per series.'),
    timezone: timezone.describe(
      'IANA name of the time zone for buckets of whole days, for example `Europe/Rome`.',
    ),
  }),
  output: z.object({
    data: z.array(TimeSeriesEntry).describe('Series in the order of the requested fields.'),
  }),
})

/** A trip's path, thinned to at most `points`; `alt` carries the largest impact of the interval, in g. */
export const PathPoint = z.object({
  lat: z.number().describe('Latitude in degrees, −90 to 90, north positive.'),
  lon: z.number().describe('Longitude in degrees, −180 to 180, east positive.'),
  sog: z.number().nullable().describe('Speed over ground in knots, 0 or more; null if unknown.'),
  cog: z
    .number()
    .nullable()
    .describe('Course over ground in degrees, 0 to 360, clockwise from true north; null if unknown.'),
  timestamp: z.number().describe('Time of the point, in milliseconds since 1970 UTC.'),
  alt: z
    .number()
    .nullable()
    .describe('Largest impact of the path around the point, in g; null without motion sensors.'),
})
/** A point inside: its position has the inner names. */
export type PathPoint = FromWire<z.infer<typeof PathPoint>>

/** Paths of up to 50 trips at once, for thumbnails and for the map. */
export const fetchPaths = endpoint({
  method: 'POST',
  path: '/fetcher/paths',
  access: 'vessel:trip-view',
  forKeys: true,
  body: z.object({
    trip_ids: z.array(z.uuid()).min(1).max(50).describe('Identifiers of the trips, UUIDs, 1 to 50.'),
    points: z.int().min(2).max(2000).default(400).describe('Largest number of points per path, 2 to 2,000.'),
  }),
  output: z.object({
    data: z
      .array(
        z.object({
          trip_id: z.uuid().describe("Identifier of the path's trip, a UUID."),
          points: z.array(PathPoint).describe('Points of the path, in order of time.'),
        }),
      )
      .describe('Paths of the visible trips.'),
  }),
})

export const FieldsBible = z.record(
  z.string(),
  z.object({
    label: z.string().describe('English label of the field.'),
    description: z.string().describe('Meaning of the field in English: what is measured, and the sign.'),
    group: z.enum(SERIES_GROUPS).describe('Group that the field belongs to, for example `Engine`.'),
    unit: z.string().describe('Unit of the values in answers, for example `kn`.'),
    stored_unit: z.string().describe('Unit of the stored values, for example `m/s`.'),
    kind: z.enum(SERIES_KINDS).describe('Type of value, for example `quantity` or `angle`.'),
    aggregation: z.enum(AGGREGATIONS).describe('Default aggregation of the field in reports.'),
    instances: z.boolean().describe('True if a vessel can have several, so that names end with a number.'),
    valid: z
      .object({
        min: z.number().describe('Smallest accepted value, in the stored unit.'),
        max: z.number().describe('Largest accepted value, in the stored unit.'),
      })
      .describe('Accepted range of the values, in the stored unit.'),
  }),
)
export const getFieldsBible = endpoint({
  method: 'GET',
  path: '/api/holy-books/fields-bible',
  access: 'signed-in',
  forKeys: true,
  output: FieldsBible,
})
