import { z } from 'zod'
import type { Permission } from '#contract/domain/permissions.ts'
import type { VesselStatus } from '#contract/domain/vesselStatuses.ts'
import { NIL_ID } from './endpoint.ts'
import type { WireMapVessel, WireVesselLive } from './vessel.ts'

/**
 * The realtime socket at /realtime uses JSON. The first message signs in; `once` answers the present state of
 * a topic and ends.
 */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('sign-in').describe('Type of message: always `sign-in`, the first message.'),
    token: z.string().max(4000).describe('Access token of the signed-in user.'),
  }),
  z.object({
    type: z.literal('subscribe').describe('Type of message: always `subscribe`, to receive a topic.'),
    topic: z.string().max(200).describe('Name of the topic, for example `trips`.'),
    once: z.boolean().default(false).describe('True to receive the current state only, without changes.'),
  }),
  z.object({
    type: z.literal('unsubscribe').describe('Type of message: always `unsubscribe`, to stop a topic.'),
    topic: z.string().max(200).describe('Name of the topic, for example `trips`.'),
  }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/** Interval of the server's sign of life in ms, so that silence means a lost connection and never a quiet fleet. */
export const ALIVE_EVERY_MS = 5000

/** Progress of data that the server is still preparing. */
export interface Preparation {
  done: number
  total: number
  what: string
}

/** Days of which data still have to arrive or to be processed, in epoch ms. */
export interface Preparing {
  from: number
  to: number
}

/**
 * Access that a topic requires, equal to that of the calls for its content. `data` is only a type: that of the content.
 */
interface Carries<Data> {
  access: 'signed-in' | Permission
  data?: Data
}
const carries = <Data>(access: Carries<Data>['access']): Carries<Data> => ({ access })

/** All topics by name; a topic of a vessel ends with the vessel's id. */
export const TOPICS = {
  /** Vessels that changed. */
  vessel_map_view: carries<WireMapVessel[]>('department:vessel-view'),
  /** Ids of trips that started, changed or ended. */
  trips: carries<string[]>('department:trip-view'),
  /** Ids of alerts that were raised or changed. */
  alerts: carries<string[]>('department:alert-view'),
  /** The organization's id, when a rule or a geofence of it came, changed or went. */
  rules: carries<string[]>('department:rule-view'),
  preparation: carries<Preparation | null>('signed-in'),
  /** Intervals of the past whose trips and figures are not complete, in order. The last minutes of live boats are none. */
  preparing: carries<Preparing[]>('department:trip-view'),
  /** Carries no content: the map under the fleet has changed. */
  basemap: carries<string[]>('signed-in'),
  'vessels/v3/:id': carries<(WireVesselLive & { status: VesselStatus }) | null>('vessel:vessel-view'),
  /** Her own id, when her helm is to be read again. */
  'helm/:id': carries<string[]>('vessel:vessel-view'),
} as const
export type TopicName = keyof typeof TOPICS
type Asked<Name extends TopicName> = Name extends `${infer Kind}:id` ? `${Kind}${string}` : Name
export type TopicData = {
  [Name in TopicName as Asked<Name>]: (typeof TOPICS)[Name] extends Carries<infer Data> ? Data : never
}
export type Topic = keyof TopicData

/** The topic of a text, and its vessel if it has one; null for an unknown topic. */
export function topicOf(topic: string): { name: TopicName; vesselId: string } | null {
  const [, kind, vesselId = NIL_ID] = /^(.+\/)([^/]+)$/.exec(topic) ?? []
  const name = kind === undefined ? topic : `${kind}:id`
  const isTopic = Object.hasOwn(TOPICS, name) && z.uuid().safeParse(vesselId).success
  return isTopic ? { name: name as TopicName, vesselId } : null
}
type DataMessage = {
  [Each in Topic]: { type: 'data'; topic: Each; full: boolean; server_time: number; data: TopicData[Each] }
}[Topic]

/**
 * `server_time` (epoch ms) lets the browser compute ages by the server's clock. `full` replaces all earlier
 * state.
 */
export type ServerMessage =
  | { type: 'signed-in'; server_time: number }
  | { type: 'alive'; server_time: number }
  | DataMessage
  | { type: 'refused'; topic: string | null; code: string; message: string }
