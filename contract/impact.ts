import { z } from 'zod'
import { byId, endpoint } from './endpoint.ts'

/** Where on the hull a hit came from. */
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
const Vector = z.object({ x: z.number(), y: z.number(), z: z.number() })

/** What one sensor felt of an impact event. */
export const SensorImpact = z.object({
  sensor_id: z.uuid(),
  bq_sensor_id: z.int(),
  /** What people call the sensor; null when nobody named it. */
  sensor_label: z.string().nullable(),
  impact_time: z.iso.datetime(),
  peak_impact: z.number(),
  /** g/s */
  jerk: z.number(),
  hull_location: z.enum(HULL_LOCATIONS),
  /** Seconds, as the next two. */
  impact_duration: z.number(),
  free_fall_time: z.number(),
  rise_time: z.number(),
  peak_acc: Vector,
  /** The sensor was at the end of its range: the peak is a lower bound. */
  clipped: z.boolean(),
  /** Rise time and jerk are rough: too few samples between the crossings. */
  coarse: z.boolean(),
  /** Too slow a sensor to be compared with others. */
  degraded: z.boolean(),
})
export type SensorImpact = z.infer<typeof SensorImpact>

/** Where another vessel was, carried on from its last report to the time of the event. */
export const NearbyVessel = z.object({
  latitude: z.number(),
  longitude: z.number(),
  course_over_ground: z.number().nullable(),
  /** Null when it is not known, or belongs to a department that the caller cannot see. */
  name: z.string().nullable(),
  /** Metres. */
  distance: z.number(),
  /** Age of the report. */
  age_s: z.number(),
  own_fleet: z.boolean(),
})
export type NearbyVessel = z.infer<typeof NearbyVessel>

/** One hit of the hull, with what else was known at that time; what was not known is null. */
export const ImpactEvent = z.object({
  peak_impact_time: z.iso.datetime(),
  peak_impact: z.number(),
  hull_location: z.enum(HULL_LOCATIONS),
  peak_acc: Vector,
  impacts: z.array(SensorImpact),
  /** kn */
  sog: z.number().nullable(),
  /** The largest change of any engine around the event, with its sign. */
  max_rpm_change: z.number().nullable(),
  /** An engine was heard, too seldom to tell how its speed changed. */
  rpm_too_sparse: z.boolean(),
  /** Metres, ten seconds around. */
  min_water_depth: z.number().nullable(),
  /** Metres; null when nobody was known within 2 km. */
  distance_to_closest_vessel: z.number().nullable(),
  vessel_location: z
    .object({ latitude: z.number(), longitude: z.number(), course_over_ground: z.number().nullable() })
    .nullable(),
  nearby_vessels: z.array(NearbyVessel),
  flags: z.array(z.enum(IMPACT_FLAGS)),
})
export type ImpactEvent = z.infer<typeof ImpactEvent>

export const ImpactReport = z.object({
  /** Those with data in the trip; none means that nothing can be said. */
  sensors: z.array(
    z.object({
      sensor_id: z.uuid(),
      bq_sensor_id: z.int(),
      sensor_label: z.string().nullable(),
      impact_count: z.int(),
      peak_impact: z.number().nullable(),
      /** What it feels all the time beside gravity, g, so that it takes every sea for an impact; null without. */
      offset: z.number().nullable(),
    }),
  ),
  impact_events: z.array(ImpactEvent),
  /** False while the trip is open or data of it waits to be looked at. */
  complete: z.boolean(),
})
export type ImpactReport = z.infer<typeof ImpactReport>

/** Impacts below 0.3 g are not kept: a lower threshold is served as 0.3 g. */
export const fetchImpactReport = endpoint({
  method: 'POST',
  path: '/api/trips/:id/impact_report',
  access: 'vessel:trip-view',
  forKeys: true,
  params: byId,
  body: z.object({
    impact_threshold: z.number().min(0).max(100).default(0.5),
    nearby_vessels_threshold_meters: z.number().min(0).max(2000).default(25),
  }),
  output: ImpactReport,
})
