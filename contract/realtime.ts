import { z } from 'zod'
import type { MapVessel, VesselLive } from './vessel.ts'
import type { VesselStatus } from './vesselStatuses.ts'

/**
 * The realtime socket at /realtime speaks JSON. The first message signs in; `once` answers the present state of a topic
 * and ends.
 */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sign-in'), token: z.string().max(4000) }),
  z.object({ type: z.literal('subscribe'), topic: z.string().max(200), once: z.boolean().default(false) }),
  z.object({ type: z.literal('unsubscribe'), topic: z.string().max(200) }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/** How often the server says that it is there, so that silence means a lost connection and never a quiet fleet. */
export const ALIVE_EVERY_MS = 5000

/** What the server is still filling in. */
export interface Preparation {
  done: number
  total: number
  what: string
}

/** What each topic carries; a topic of one vessel ends with her id. */
export interface TopicData {
  /** Vessels that changed. */
  vessel_map_view: MapVessel[]
  /** Ids of trips that started, changed or ended. */
  trips: string[]
  /** Ids of alerts that were raised or changed. */
  alerts: string[]
  /** The organization's id, when a rule or a geofence of it came, changed or went. */
  rules: string[]
  preparation: Preparation | null
  /** Says no more than that there is another map under the fleet. */
  basemap: string[]
  [vessel: `vessels/v3/${string}`]: (VesselLive & { status: VesselStatus }) | null
  /** Her own id, when her helm is to be read again. */
  [helm: `helm/${string}`]: string[]
}
export type Topic = keyof TopicData
type DataMessage = {
  [Each in Topic]: { type: 'data'; topic: Each; full: boolean; server_time: number; data: TopicData[Each] }
}[Topic]

/** `server_time` (epoch ms) lets the browser judge ages by the server's clock. `full` replaces what was known. */
export type ServerMessage =
  | { type: 'signed-in'; server_time: number }
  | { type: 'alive'; server_time: number }
  | DataMessage
  | { type: 'refused'; topic: string | null; code: string; message: string }
