import type { Message } from '../message.ts'

/** One message that can be classed, dated and sent by itself. */
export interface Part {
  /** Equal for messages of which a newer one replaces the older: PGN, address and instance; talker and type; path and source. */
  kind: string
  /** As the queue stores it: without its time. */
  bytes: Uint8Array
  /** Monotonic time of measurement in ms. */
  measuredMs: number
  isPosition?: boolean
  /** Passes at once when it differs from the kind's last one: switches, faults, alarms. */
  state?: string
  /** Passes at once. */
  isUrgent?: boolean
  /** Completes later messages, which lose values without it. */
  isContext?: boolean
  /** Time of a satellite receiver with a fix at `measuredMs`, in ms since 1970. */
  gnssMs?: number
}

/** Splits the messages of one connection into parts. */
export interface PartReader {
  read(message: Pick<Message, 'bytes' | 'frame' | 'arrivedMs'>): Part[]
  /** Parts that waited for the next message. */
  takeHeld?(): Part[]
}

/** Counts input that cannot be sent. */
export type Reject = (reason: string) => void
