/**
 * What can happen. The bus carries these between stages inside the server as wake-ups, never as the only copy of
 * anything; the browser hears of them through the realtime topics below.
 */
import { z } from 'zod'
import type { Fix } from './reading.ts'
import type { SeriesKey } from './series.ts'
import type { VesselLive } from './vessel.ts'

/** A stretch of one vessel's newly stored samples: event times in µs, both ends included. */
export interface AppendedStretch {
  vesselNumber: number
  fromUs: number
  toUs: number
  /** Stretches of its motion samples; a device that sends bursts around hits has many. */
  imu: { fromUs: number; toUs: number }[]
  /** Largest SOG among them, without any the largest between fixes; null when nothing tells. */
  maxSogMps: number | null
  /** Newest fix and newest value of each vessel-level series among them, so that a position can leave at once. */
  newestFix: Fix | null
  newest: Partial<Record<SeriesKey, [timeUs: number, value: number, source?: number]>>
}

export type BusEvent =
  | { type: 'readings.appended'; stretches: AppendedStretch[] }
  | { type: 'vessel.moved'; companyId: string; departmentId: string; vesselId: string; live: VesselLive }
  | { type: 'vessel.changed'; companyId: string; departmentId: string; vesselId: string }
  | {
      type: 'trip.started' | 'trip.changed' | 'trip.ended'
      companyId: string
      departmentId: string
      vesselId: string
      tripId: string
    }
  /** Its pairing or its secret, or what its vessel is set to. */
  | { type: 'device.changed'; deviceId: string }
  | { type: 'trips.corrected'; vesselNumber: number; fromUs: number; toUs: number }
  | { type: 'rights.changed'; userId: string }
  | { type: 'preparation.progressed'; done: number; total: number; what: string }

export type BusEventOf<Type extends BusEvent['type']> = HavingType<BusEvent, Type>
/** Members of the union whose `type` may be `Type`, those with several types too. */
type HavingType<Event, Type> = Event extends { type: infer Types }
  ? Type extends Types
    ? Event
    : never
  : never

/**
 * The realtime socket at /realtime speaks JSON. The first message signs in; `vessel_map_view` carries MapVessel
 * changes as arrays, `vessels/v3/{vesselId}` one vessel's VesselLive with its status, `trips` ids of trips that
 * changed, `preparation` what the server is still filling in. `once` answers the present state and ends.
 */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sign-in'), token: z.string().max(4000) }),
  z.object({ type: z.literal('subscribe'), topic: z.string().max(200), once: z.boolean().default(false) }),
  z.object({ type: z.literal('unsubscribe'), topic: z.string().max(200) }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/** How often the server says that it is there, so that silence means a lost connection and never a quiet fleet. */
export const ALIVE_EVERY_MS = 5000

/** `server_time` (epoch ms) lets the browser judge ages by the server's clock. `full` replaces what was known. */
export type ServerMessage =
  | { type: 'signed-in'; server_time: number }
  | { type: 'alive'; server_time: number }
  | { type: 'data'; topic: string; full: boolean; server_time: number; data: unknown }
  | { type: 'refused'; topic: string | null; code: string; message: string }
