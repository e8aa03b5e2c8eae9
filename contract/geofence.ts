import { z } from 'zod'
import { endpoint, page } from './endpoint.ts'

export const GEOFENCE_TYPES = ['circle', 'polygon', 'line'] as const
export const GEOFENCE_COLORS = ['BLUE', 'GREEN', 'RED', 'ORANGE'] as const

export const Geofence = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(GEOFENCE_TYPES),
  /** The centre of a circle, the corners of a polygon, the points of a line. */
  coordinates: z.array(z.object({ lat: z.number(), lon: z.number() })),
  /** Metres, of circles only. */
  radius: z.number().nullable(),
  department_id: z.uuid(),
  department: z.object({ id: z.uuid(), name: z.string() }),
  is_harbor: z.boolean(),
  color: z.enum(GEOFENCE_COLORS),
  modified_at: z.iso.datetime(),
})
export type Geofence = z.infer<typeof Geofence>

/** Orders: name, modified_at. Filters: id, name, type, is_harbor, department_id. */
export const listGeofences = endpoint({
  method: 'GET',
  path: '/api/geofences',
  access: 'department:geofence-view',
  output: page(Geofence),
})
