import { brokerSessions } from '#server/stores/relational/schema.ts'
import type { SharedWork } from './sharedWork.ts'

/**
 * The sessions on an outside broker; their number limits the gateways that can receive from it. The number
 * never changes, because each device belongs to one session.
 */
export const BROKER_SESSIONS: readonly number[] = [0, 1, 2, 3]

/** Work of listening to an outside broker, of which each gateway takes its share. */
export const LISTENING: SharedWork = {
  ...{ name: 'listening', parts: BROKER_SESSIONS, table: brokerSessions },
  says: {
    more: 'listens on more sessions of the MQTT broker',
    fewer: 'leaves sessions of the MQTT broker to another process',
  },
}
