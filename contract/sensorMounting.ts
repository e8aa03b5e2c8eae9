/** How a motion sensor is built in, from when on. Its axes are those of docs/imu-frame.md: x forward, y to starboard, z up. */
import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { Instant } from './instant.ts'
import { oneLine } from './oneLine.ts'

/** Where an axis of a sensor points on the boat. */
export const DIRECTIONS = ['forward', 'aft', 'starboard', 'port', 'up', 'down'] as const
export type Direction = (typeof DIRECTIONS)[number]

const Direction = z.enum(DIRECTIONS)
/** Where x and z point; y follows from them. */
const axes = { x_axis: Direction, z_axis: Direction }

const LINES: Record<Direction, 0 | 1 | 2> = { forward: 0, aft: 0, starboard: 1, port: 1, up: 2, down: 2 }
export const arePerpendicular = (a: Direction, b: Direction) => LINES[a] !== LINES[b]
export const NOT_PERPENDICULAR = 'Two axes of a sensor never point along the same line.'

/** What a minute at rest told: how far the sensor leans from where its axes should point. */
export const Levelling = z.object({
  /** The minute began then. */
  level_from: z.iso.datetime(),
  /** Degrees, positive to starboard. */
  roll: z.number(),
  /** Degrees, positive bow up. */
  pitch: z.number(),
  /** How far what it feels at rest is from gravity by its attitude, g; null for a sensor without an attitude. */
  gravity_error: z.number().nullable(),
})
export type Levelling = z.infer<typeof Levelling>

export const SensorMounting = z.object({
  id: z.uuid(),
  /** It counts from then on, up to the next; null for the first, which counts for everything before. */
  valid_from: z.iso.datetime().nullable(),
  place: z.string().nullable(),
  ...axes,
  levelling: Levelling.nullable(),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
})
export type SensorMounting = z.infer<typeof SensorMounting>

export const SensorMountingForm = z
  .object({
    valid_from: Instant.nullable(),
    place: oneLine()
      .max(100, 'Maximum 100 characters')
      .nullable()
      .transform((text) => text || null),
    ...axes,
    /** A moment in the minute in which she lay still; null leaves the sensor as its axes say. */
    level_from: Instant.nullable(),
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
 * From its time on motion is turned by it, and impacts are made anew. One that is valid from the same moment gives way.
 * It is refused when she moved in the minute that should level it.
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
/** Takes back one that was never true: the one before counts on. */
export const removeSensorMounting = endpoint({
  method: 'DELETE',
  path: '/api/sensors/:id/mountings/:mountingId',
  access: 'vessel:vessel-edit',
  params: byId.extend({ mountingId: z.uuid() }),
  output: z.object({ ok: z.literal(true) }),
})
/** What a minute would tell, or without one the newest in which she lay still. Nothing is stored. */
export const measureLevelling = endpoint({
  method: 'GET',
  path: '/api/sensors/:id/levelling',
  access: 'vessel:vessel-edit',
  params: byId,
  query: z
    .object({ level_from: Instant.optional(), ...axes })
    .refine(({ x_axis, z_axis }) => arePerpendicular(x_axis, z_axis), {
      path: ['z_axis'],
      message: NOT_PERPENDICULAR,
    }),
  output: Levelling,
  problems: ['NO_REST_MOVED', 'NO_REST_SHAKEN', 'NO_REST_SILENT', 'NO_REST_TILTED'],
})
