import type { Decoded } from '#contract/domain/reading.ts'

/**
 * Turns messages into readings. It keeps what a connection builds up over time (half a fast packet, the date, which
 * antenna speaks), so every connection has one of its own. No bytes make it throw: what it cannot use is counted in
 * `rejected`.
 */
export interface MessageDecoder {
  /**
   * One message, complete: text ends on a whole line, with or without its newline. `receivedUs` dates frames that carry
   * no time of their own. With null, as in files, such frames are refused as `no_time` until the content has a time.
   */
  decode(message: Uint8Array, receivedUs: number | null): Decoded
  /** Returns what was held back until the end of the file could decide how to read it. */
  end?(): Decoded
}

export type Readings = Partial<Omit<Decoded, 'rejected' | 'notes'>>

/**
 * The inverse, for a pretend device: what the protocol can carry of these readings, as one message with true times.
 * Readings that a protocol has no place for are left out.
 */
export type MessageEncoder = (readings: Readings) => Uint8Array
