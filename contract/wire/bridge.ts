/** Bridges: MQTT brokers of the operator that pass on the messages of many devices, with a credential of their own. */
import { z } from 'zod'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint, page } from './endpoint.ts'

export const BRIDGE_REFUSALS = ['unknown_device', 'not_paired', 'unknown_topic'] as const

export const BridgeRefusal = z.object({
  sender: z
    .string()
    .nullable()
    .describe('Device id, or topic that names no device; null for all senders beyond the first 100.'),
  reason: z
    .enum(BRIDGE_REFUSALS)
    .describe('Why the messages were refused: `unknown_device`, `not_paired` or `unknown_topic`.'),
  count: z.int().describe('Number of refused messages.'),
  last_at: z.iso.datetime().describe('Time of the last refused message, ISO 8601 in UTC.'),
})
export type BridgeRefusal = z.infer<typeof BridgeRefusal>

export const Bridge = z.object({
  id: z.uuid().describe('Identifier of the bridge, a UUID.'),
  name: z.string().describe('Name of the bridge.'),
  username: z.string().describe('User name with which the bridge signs in over MQTT.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  refused: z
    .array(BridgeRefusal)
    .describe('Messages that were acknowledged and not stored, the latest first.'),
})
export type Bridge = z.infer<typeof Bridge>

export const BridgeForm = z.object({
  name: oneLine().min(1).max(100).describe('Name of the bridge, 1 to 100 characters.'),
})
export type BridgeForm = z.infer<typeof BridgeForm>

export const listBridges = endpoint({
  method: 'GET',
  path: '/api/super/bridges',
  access: 'super-admin',
  output: page(Bridge),
})
/** Creates a bridge. Only this answer has its secret. */
export const createBridge = endpoint({
  method: 'POST',
  path: '/api/super/bridges',
  access: 'super-admin',
  body: BridgeForm,
  output: Bridge.extend({
    secret: z.string().describe('Password of the bridge over MQTT, shown only once.'),
  }),
})
/** Ends the credential. The gateways close the bridge's connections within seconds. */
export const endBridge = endpoint({
  method: 'DELETE',
  path: '/api/super/bridges/:id',
  access: 'super-admin',
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})
