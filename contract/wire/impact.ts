import { z } from 'zod'
import { byId, endpoint } from './endpoint.ts'
import { type FromWire, positionFromWire, positionToReport } from './wirePosition.ts'

/** Position of an impact on the hull. */
export const HULL_LOCATIONS = [
  'bow',
  'starboard-bow',
  'starboard',
  'starboard-quarter',
  'stern',
  'port-quarter',
  'port',
  'port-bow',
  'keel',
  'starboard-keel',
  'port-keel',
] as const
export type HullLocation = (typeof HULL_LOCATIONS)[number]

export const IMPACT_FLAGS = [
  'PROP_STRIKE',
  'PROP_VENT',
  'ENGINE_SLOWDOWN',
  'SHALLOW',
  'GROUNDING',
  'NEARBY_VESSEL',
  'COLLISION',
] as const
export type ImpactFlag = (typeof IMPACT_FLAGS)[number]

/** g, without gravity: x forward, y starboard, z up. */
const Vector = z.object({
  x: z.number().describe('Acceleration forward in g, without gravity; aft negative.'),
  y: z.number().describe('Acceleration to starboard in g, without gravity; to port negative.'),
  z: z.number().describe('Acceleration upward in g, without gravity; downward negative.'),
})

/** Measurement of one sensor for an impact event. */
export const SensorImpact = z.object({
  sensor_id: z.uuid().describe('Identifier of the motion sensor, a UUID.'),
  bq_sensor_id: z.int().describe('Number of the motion sensor on board, 1 or more.'),
  sensor_label: z.string().nullable().describe('Label of the motion sensor; null without one.'),
  impact_time: z.iso.datetime().describe("Time of the sensor's peak, ISO 8601 in UTC."),
  peak_impact: z.number().describe('Largest impact that the sensor measured, in g.'),
  jerk: z.number().describe('Slope of the impact between 10 % and 90 % of its peak, in g per second.'),
  hull_location: z
    .enum(HULL_LOCATIONS)
    .describe('Part of the hull that was hit, for example `bow` or `port-keel`.'),
  impact_duration: z.number().describe('Time above a tenth of the peak, in seconds.'),
  free_fall_time: z.number().describe('Time below 0.35 g just before the impact, in seconds.'),
  rise_time: z.number().describe('Time from 10 % to 90 % of the peak, in seconds.'),
  peak_acc: Vector.describe("Acceleration at the peak along the vessel's axes, in g."),
  clipped: z
    .boolean()
    .describe('True if the sensor reached the end of its range, so that the real peak may be higher.'),
  coarse: z.boolean().describe('True if rise time and jerk are rough because of too few samples.'),
  degraded: z.boolean().describe('True if the sensor samples too slowly for a comparison with others.'),
})
export type SensorImpact = z.infer<typeof SensorImpact>

/** Position of another vessel, extrapolated from its last report to the time of the event. */
export const NearbyVessel = z.object({
  latitude: z.number().describe('Latitude in degrees, −90 to 90, north positive.'),
  longitude: z.number().describe('Longitude in degrees, −180 to 180, east positive.'),
  course_over_ground: z
    .number()
    .nullable()
    .describe('Course over ground in degrees, 0 to 360, clockwise from true north; null if unknown.'),
  name: z
    .string()
    .nullable()
    .describe('Name of the other vessel; null if unknown or not visible to the caller.'),
  distance: z.number().describe('Distance from the vessel to the other one, in metres.'),
  age_s: z.number().describe("Age of the other vessel's last report, in seconds, 0 to 60."),
  own_fleet: z.boolean().describe("True if the other vessel belongs to the caller's organization."),
})
/** The vessel inside: its position has the inner names. */
export type NearbyVessel = FromWire<z.infer<typeof NearbyVessel>>

/** One impact on the hull, with the other data of that time; unknown values are null. */
export const ImpactEvent = z.object({
  peak_impact_time: z.iso.datetime().describe("Time of the event's peak, ISO 8601 in UTC."),
  peak_impact: z.number().describe('Largest impact of the event in g, over all sensors.'),
  hull_location: z
    .enum(HULL_LOCATIONS)
    .describe('Part of the hull that was hit, for example `bow` or `port-keel`.'),
  peak_acc: Vector.describe("Acceleration at the peak along the vessel's axes, in g."),
  impacts: z.array(SensorImpact).describe('Measurements of each sensor that registered the event.'),
  sog: z.number().nullable().describe('Speed over ground at the event in knots; null if unknown.'),
  max_rpm_change: z
    .number()
    .nullable()
    .describe(
      'Largest change of engine speed within three seconds after the event, in revolutions per minute; negative for a slowdown, null if unknown.',
    ),
  rpm_too_sparse: z.boolean().describe('True if engine speed samples are too rare to show a change.'),
  min_water_depth: z
    .number()
    .nullable()
    .describe('Least water depth from 10 seconds before to 10 seconds after, in metres; null if unknown.'),
  distance_to_closest_vessel: z
    .number()
    .nullable()
    .describe('Distance to the closest other vessel in metres, up to 2,000; null if none is known.'),
  vessel_location: z
    .object({
      latitude: z.number().describe('Latitude in degrees, −90 to 90, north positive.'),
      longitude: z.number().describe('Longitude in degrees, −180 to 180, east positive.'),
      course_over_ground: z
        .number()
        .nullable()
        .describe('Course over ground in degrees, 0 to 360, clockwise from true north; null if unknown.'),
    })
    .nullable()
    .describe('Position and course of the vessel at the event; null if unknown.'),
  nearby_vessels: z
    .array(NearbyVessel)
    .describe('Other vessels within the requested distance, at most a minute old.'),
  flags: z
    .array(z.enum(IMPACT_FLAGS))
    .describe('Hints at the cause, for example `PROP_STRIKE` or `GROUNDING`.'),
})
type WireImpactEvent = z.infer<typeof ImpactEvent>
/** An event inside: its positions have the inner names. */
export type ImpactEvent = Omit<WireImpactEvent, 'vessel_location' | 'nearby_vessels'> & {
  vessel_location: FromWire<NonNullable<WireImpactEvent['vessel_location']>> | null
  nearby_vessels: NearbyVessel[]
}

export const eventToWire = (event: ImpactEvent): WireImpactEvent => ({
  ...event,
  vessel_location: event.vessel_location && positionToReport(event.vessel_location),
  nearby_vessels: event.nearby_vessels.map(positionToReport),
})

export const eventFromWire = (event: WireImpactEvent): ImpactEvent => ({
  ...event,
  vessel_location: event.vessel_location && positionFromWire(event.vessel_location),
  nearby_vessels: event.nearby_vessels.map(positionFromWire),
})

export const ImpactReport = z.object({
  sensors: z
    .array(
      z.object({
        sensor_id: z.uuid().describe('Identifier of the motion sensor, a UUID.'),
        bq_sensor_id: z.int().describe('Number of the motion sensor on board, 1 or more.'),
        sensor_label: z.string().nullable().describe('Label of the motion sensor; null without one.'),
        impact_count: z.int().describe('Number of impacts that the sensor measured above the threshold.'),
        peak_impact: z
          .number()
          .nullable()
          .describe('Largest impact of the sensor in the trip, in g; null without any.'),
        offset: z
          .number()
          .nullable()
          .describe(
            'Constant error of the sensor beside gravity, in g, 0.15 or more; null without such an error.',
          ),
      }),
    )
    .describe('Motion sensors with data in the trip; empty if nothing was measured.'),
  impact_events: z.array(ImpactEvent).describe('Impact events of the trip above the threshold.'),
  complete: z.boolean().describe('True if the whole trip is analysed.'),
})
/** A report inside: the positions of its events have the inner names. */
export type ImpactReport = Omit<z.infer<typeof ImpactReport>, 'impact_events'> & {
  impact_events: ImpactEvent[]
}

/** Impacts below 0.3 g are not kept: a lower threshold is served as 0.3 g. */
export const fetchImpactReport = endpoint({
  method: 'POST',
  path: '/api/trips/:id/impact_report',
  access: 'vessel:trip-view',
  forKeys: true,
  params: byId,
  body: z.object({
    impact_threshold: z
      .number()
      .min(0)
      .max(100)
      .default(0.5)
      .describe('Smallest impact to include, in g, 0 to 100.'),
    nearby_vessels_threshold_meters: z
      .number()
      .min(0)
      .max(2000)
      .default(25)
      .describe('Largest distance of nearby vessels to include, in metres, 0 to 2,000.'),
  }),
  output: ImpactReport,
})
