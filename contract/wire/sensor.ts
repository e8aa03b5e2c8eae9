import { z } from 'zod'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { SensorMounting } from './sensorMounting.ts'

/** Totals of a motion sensor, from stored samples. */
export const SensorStatistics = z.object({
  has_data_on_latest_trip: z.boolean().describe('True if the sensor had data on the latest trip.'),
  timestamp_start: z.iso
    .datetime()
    .nullable()
    .describe("Time of the sensor's first sample, ISO 8601 in UTC; null without data."),
  timestamp_end: z.iso
    .datetime()
    .nullable()
    .describe("Time of the sensor's last sample, ISO 8601 in UTC; null without data."),
  trip_count: z.int().describe('Number of trips with at least ten seconds of data.'),
  datapoint_count: z.int().describe('Number of stored samples of the sensor.'),
  collected_duration: z.number().describe('Duration of the stored data in hours.'),
  sampling_rate: z
    .number()
    .nullable()
    .describe('Samples per second in the newest hour of data; null without data.'),
  max_impact: z.number().nullable().describe('Largest measured impact in g; null without data.'),
  offset: z
    .number()
    .nullable()
    .describe('Constant error of the sensor beside gravity, in g, 0.15 or more; null without such an error.'),
})
export type SensorStatistics = z.infer<typeof SensorStatistics>

const named = {
  id: z.uuid().describe('Identifier of the motion sensor, a UUID.'),
  bq_sensor_id: z.int().describe('Number of the motion sensor on board, 1 or more.'),
  description: z.string().nullable().describe('Label of the sensor; null without one.'),
  use_with_safety_speed: z.boolean().describe("True if the sensor's impacts count as the vessel's impacts."),
}

/** A motion sensor of a vessel, listed since its first data. */
export const Sensor = z.object({
  ...named,
  vessel_id: z.uuid().describe("Identifier of the sensor's vessel, a UUID."),
  mounting: SensorMounting.nullable().describe('Current mounting of the sensor; null if unknown.'),
  statistics: SensorStatistics.describe('Figures of all stored data of the sensor.'),
})
export type Sensor = z.infer<typeof Sensor>

/** A sensor that has data in a trip. */
export const TripSensor = z.object(named)
export type TripSensor = z.infer<typeof TripSensor>

export const SensorChange = z.object({
  description: oneLine()
    .max(200, 'Maximum 200 characters')
    .nullable()
    .transform((text) => text || null)
    .describe('Label of the sensor, at most 200 characters; null or empty for none.'),
  use_with_safety_speed: z.boolean().describe("True to count the sensor's impacts as the vessel's impacts."),
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
