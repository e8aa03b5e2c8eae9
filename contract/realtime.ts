import { z } from 'zod'

/**
 * The realtime socket at /realtime speaks JSON. The first message signs in; `vessel_map_view` carries MapVessel
 * changes as arrays, `vessels/v3/{vesselId}` one vessel's VesselLive with its status, `helm/{vesselId}` that
 * her helm is to be read again, `trips` ids of trips that
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
