import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { oneLine } from './oneLine.ts'
import { SensorMounting } from './sensorMounting.ts'

/** What a motion sensor has said in all, from stored samples. */
export const SensorStatistics = z.object({
  has_data_on_latest_trip: z.boolean(),
  timestamp_start: z.iso.datetime().nullable(),
  timestamp_end: z.iso.datetime().nullable(),
  /** Trips in which it said something for at least ten seconds. */
  trip_count: z.int(),
  datapoint_count: z.int(),
  /** Hours. */
  collected_duration: z.number(),
  /** Samples a second over its newest hour of data, null while it has none. */
  sampling_rate: z.number().nullable(),
  /** g */
  max_impact: z.number().nullable(),
  /** What it feels all the time beside gravity, g, in its newest five minutes; null without. */
  offset: z.number().nullable(),
})
export type SensorStatistics = z.infer<typeof SensorStatistics>

const named = {
  id: z.uuid(),
  /** What it calls itself on board, the instance of its series: `impact_2` is of sensor 2. */
  bq_sensor_id: z.int(),
  description: z.string().nullable(),
  /** True when its impacts count as the vessel's. */
  use_with_safety_speed: z.boolean(),
}

/** A motion sensor of a vessel, known since it first sent. */
export const Sensor = z.object({
  ...named,
  vessel_id: z.uuid(),
  /** How it is built in now; null where nobody said so. */
  mounting: SensorMounting.nullable(),
  statistics: SensorStatistics,
})
export type Sensor = z.infer<typeof Sensor>

/** A sensor that has data in a trip. */
export const TripSensor = z.object(named)
export type TripSensor = z.infer<typeof TripSensor>

export const SensorChange = z.object({
  description: oneLine()
    .max(200, 'Maximum 200 characters')
    .nullable()
    .transform((text) => text || null),
  use_with_safety_speed: z.boolean(),
})

export const getSensor = endpoint({
  method: 'GET',
  path: '/api/sensors/:id',
  access: 'vessel:vessel-view',
  forKeys: true,
  params: byId,
  output: Sensor,
})
export const updateSensor = endpoint({
  method: 'PUT',
  path: '/api/sensors/:id',
  access: 'vessel:vessel-edit',
  params: byId,
  body: SensorChange,
  output: Sensor,
})
export const listVesselSensors = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/sensors',
  access: 'vessel:vessel-view',
  forKeys: true,
  params: byId,
  output: page(Sensor),
})
export const listTripSensors = endpoint({
  method: 'GET',
  path: '/api/trips/:id/sensors',
  access: 'vessel:trip-view',
  forKeys: true,
  params: byId,
  output: page(TripSensor),
})
