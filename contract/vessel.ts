import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'

export const VESSEL_STATUSES = ['sailing', 'online', 'offline', 'unpaired', 'unavailable'] as const
export type VesselStatus = (typeof VESSEL_STATUSES)[number]
/** Higher comes first in lists. */
export const STATUS_PRIORITY: Readonly<Record<VesselStatus, number>> = {
  sailing: 4,
  online: 3,
  offline: 2,
  unavailable: 1,
  unpaired: 0,
}
export const VESSEL_KINDS = ['rib', 'motor', 'pilot', 'fishing', 'ferry', 'sailing', 'workboat'] as const
export const LIVE_WINDOW_MS = 600_000
export const SAILING_ABOVE_KN = 3
const FUTURE_MAX_MS = 120_000

/**
 * What a vessel is doing, derived on read and never stored. `lastUpdatedMs` is the newest time of any accepted
 * sample, `sogKn` the latest accepted speed no older than the live window, null when there is none.
 */
export function vesselStatus(
  vessel: { paired: boolean; lastUpdatedMs: number | null; sogKn: number | null },
  nowMs: number,
): VesselStatus {
  const { paired, lastUpdatedMs, sogKn } = vessel
  if (!paired) return 'unpaired'
  if (lastUpdatedMs === null || lastUpdatedMs > nowMs + FUTURE_MAX_MS) return 'unavailable'
  if (nowMs - lastUpdatedMs > LIVE_WINDOW_MS) return 'offline'
  return sogKn !== null && sogKn > SAILING_ABOVE_KN ? 'sailing' : 'online'
}

/** The newest of everything a vessel has said, in wire units. Null: never said, or too old to be called current. */
export const VesselLive = z.object({
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** Course over ground, degrees. */
  cog: z.number().nullable(),
  /** Speed over ground, kn. */
  sog: z.number().nullable(),
  /** Largest impact of the latest second, g. */
  impact: z.number().nullable(),
  temperature: z.number().nullable(),
  wind_speed: z.number().nullable(),
  wind_direction: z.number().nullable(),
  wave_height: z.number().nullable(),
  /** Newest time of any accepted sample, epoch ms. */
  last_updated: z.number().nullable(),
})
export type VesselLive = z.infer<typeof VesselLive>

/** A vessel as the map and the realtime topic `vessel_map_view` show it. */
export const MapVessel = VesselLive.extend({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(VESSEL_KINDS),
  picture_url: z.string().nullable(),
  department_id: z.uuid(),
  status: z.enum(VESSEL_STATUSES),
  /** The vessel's open or latest visible trip. */
  trip_id: z.uuid().nullable(),
  impact_limit: z.number(),
})
export type MapVessel = z.infer<typeof MapVessel>

/** Time whose fuel figures count for nothing, for example because a sensor was wrong. Ends are ISO 8601. */
export interface IgnoredFuelPeriod {
  type: 'date_range' | 'before_date' | 'after_date'
  start_time: string | null
  end_time: string | null
  comment: string | null
  created_at: string
}

export const Vessel = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(VESSEL_KINDS),
  picture_url: z.string().nullable(),
  department_id: z.uuid(),
  department: z.object({ id: z.uuid(), name: z.string() }),
  device: z.object({ id: z.string() }).nullable(),
  status: z.enum(VESSEL_STATUSES),
  live: VesselLive,
  count: z.object({ trips: z.int() }),
  system_settings: z.object({ impact_limit: z.number(), safety_speed_limit: z.number().nullable() }),
  specs: z.object({
    length: z.number().nullable(),
    beam: z.number().nullable(),
    top_speed: z.number().nullable(),
  }),
})
export type Vessel = z.infer<typeof Vessel>

/** Every vessel of the caller's scope with its latest state: what the map starts from before it listens. */
export const listMapVessels = endpoint({
  method: 'GET',
  path: '/api/vessels/map',
  access: 'department:vessel-view',
  list: {
    orders: [],
    filters: { department_id: 'department' },
    limit: 'all',
  },
  output: z.object({ data: z.array(MapVessel), server_time: z.number() }),
})
export const listVessels = endpoint({
  method: 'GET',
  path: '/api/vessels',
  access: 'department:vessel-view',
  list: {
    orders: ['name', 'created_at'],
    filters: { id: 'id', name: 'text', department_id: 'department' },
  },
  output: page(Vessel),
})
export const getVessel = endpoint({
  method: 'GET',
  path: '/api/vessels/:id',
  access: 'vessel:vessel-view',
  params: byId,
  output: Vessel,
})
export const getVesselLocation = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/location',
  access: 'vessel:vessel-view',
  params: byId,
  output: z.object({
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    cog: z.number().nullable(),
    sog: z.number().nullable(),
    last_updated: z.number().nullable(),
  }),
})

export const Rejected = z.object({
  id: z.string(),
  device_id: z.string().nullable(),
  vessel_id: z.uuid().nullable(),
  received_at: z.iso.datetime(),
  reason: z.string(),
  detail: z.string(),
  count: z.int(),
})
/** What the gateway refused or set aside, newest first, so that an operator can see why data is missing. */
export const listRejected = endpoint({
  method: 'GET',
  path: '/api/vessels/rejected',
  access: 'vessel:vessel-edit',
  list: {
    orders: [],
    filters: { department_id: 'department' },
  },
  output: page(Rejected),
})
