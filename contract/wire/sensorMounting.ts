/**
 * How a motion sensor is mounted, and since when. Its axes are those of docs/imu-frame.md: x forward, y to
 * starboard, z up.
 */
import { z } from 'zod'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { Instant } from './instant.ts'

/** Directions on the boat in which an axis of a sensor can point. */
export const DIRECTIONS = ['forward', 'aft', 'starboard', 'port', 'up', 'down'] as const
export type Direction = (typeof DIRECTIONS)[number]

const Direction = z.enum(DIRECTIONS)
/** Directions of x and z; y follows from both. */
const axes = {
  x_axis: Direction.describe("Direction of the sensor's x axis on the vessel, for example `forward`."),
  z_axis: Direction.describe(
    "Direction of the sensor's z axis on the vessel, for example `up`; perpendicular to x.",
  ),
}

const LINES: Record<Direction, 0 | 1 | 2> = { forward: 0, aft: 0, starboard: 1, port: 1, up: 2, down: 2 }
export const arePerpendicular = (a: Direction, b: Direction) => LINES[a] !== LINES[b]
export const NOT_PERPENDICULAR = 'Two axes of a sensor never point along the same line.'

/** Result of a minute at rest: how far the sensor leans from the intended directions of its axes. */
export const Levelling = z.object({
  level_from: z.iso.datetime().describe('Start of the minute at rest, ISO 8601 in UTC.'),
  roll: z.number().describe('Measured tilt to starboard in degrees, to port negative.'),
  pitch: z.number().describe('Measured tilt with the bow up in degrees, bow down negative.'),
  gravity_error: z
    .number()
    .nullable()
    .describe(
      'Difference between the measured force at rest and gravity, in g; null without an attitude sensor.',
    ),
})
export type Levelling = z.infer<typeof Levelling>

export const SensorMounting = z.object({
  id: z.uuid().describe('Identifier of the mounting, a UUID.'),
  valid_from: z.iso
    .datetime()
    .nullable()
    .describe('Start of the mounting, ISO 8601 in UTC; null for the first one.'),
  place: z.string().nullable().describe('Place of the sensor on board, in words; null if unknown.'),
  ...axes,
  levelling: Levelling.nullable().describe('Result of a minute at rest; null if not levelled.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  created_by: z
    .string()
    .nullable()
    .describe('Name of the user who entered the mounting; null after deletion.'),
})
export type SensorMounting = z.infer<typeof SensorMounting>

export const SensorMountingForm = z
  .object({
    valid_from: Instant.nullable().describe(
      'Start of the mounting, in epoch seconds or ISO 8601; null for all time before the next.',
    ),
    place: oneLine()
      .max(100, 'Maximum 100 characters')
      .nullable()
      .transform((text) => text || null)
      .describe('Place of the sensor on board, at most 100 characters; null if unknown.'),
    ...axes,
    level_from: Instant.nullable().describe(
      'Time within a minute at rest, in epoch seconds or ISO 8601; null for no levelling.',
    ),
  })
  .refine(({ x_axis, z_axis }) => arePerpendicular(x_axis, z_axis), {
    path: ['z_axis'],
    message: NOT_PERPENDICULAR,
  })

export const listSensorMountings = endpoint({
  method: 'GET',
  path: '/api/sensors/:id/mountings',
  access: 'vessel:vessel-view',
  params: byId,
  output: page(SensorMounting),
})
/**
 * Adds a mounting. It turns motion from its time on, and impacts are computed again. It replaces a mounting
 * that is valid from the same moment. It is refused when the vessel moved in the minute for levelling.
 */
export const addSensorMounting = endpoint({
  method: 'POST',
  path: '/api/sensors/:id/mountings',
  access: 'vessel:vessel-edit',
  params: byId,
  body: SensorMountingForm,
  output: SensorMounting,
  problems: ['NO_REST_EARLIER', 'NO_REST_MOVED', 'NO_REST_SHAKEN', 'NO_REST_SILENT', 'NO_REST_TILTED'],
})
/** Removes a wrong mounting; the one before stays valid. */
export const removeSensorMounting = endpoint({
  method: 'DELETE',
  path: '/api/sensors/:id/mountings/:mountingId',
  access: 'vessel:vessel-edit',
  params: byId.extend({ mountingId: z.uuid().describe('Identifier of the mounting in the path, a UUID.') }),
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})
/** Measures the given minute, or without one the newest minute in which the vessel lay still. Nothing is stored. */
export const measureLevelling = endpoint({
  method: 'GET',
  path: '/api/sensors/:id/levelling',
  access: 'vessel:vessel-edit',
  params: byId,
  query: z
    .object({
      level_from: Instant.optional().describe(
        'Time within a minute at rest, in epoch seconds or ISO 8601; the newest one if absent.',
      ),
      ...axes,
    })
    .refine(({ x_axis, z_axis }) => arePerpendicular(x_axis, z_axis), {
      path: ['z_axis'],
      message: NOT_PERPENDICULAR,
    }),
  output: Levelling,
  problems: ['NO_REST_MOVED', 'NO_REST_SHAKEN', 'NO_REST_SILENT', 'NO_REST_TILTED'],
})
