import type { Decoded } from '#contract/domain/reading.ts'

/**
 * Turns messages into readings. It has the state of a connection (half a fast packet, the date, which antenna
 * reports), so every connection has its own decoder. No bytes make it throw: unusable input is counted in
 * `rejected`.
 */
export interface MessageDecoder {
  /**
   * One complete message: text ends on a whole line, with or without its newline. `receivedUs` dates frames
   * without a time of their own. With null, as in files, such frames are rejected as `no_time` until the
   * content has a time.
   */
  decode(message: Uint8Array, receivedUs: number | null): Decoded
  /** Returns the buffered input once the end of the file decides how to read it. */
  end?(): Decoded
}

export type Readings = Partial<Omit<Decoded, 'rejected' | 'notes'>>

/**
 * The inverse, for a pretend device: the readings that the protocol can carry, as one message with true
 * times. Other readings are left out.
 */
export type MessageEncoder = (readings: Readings) => Uint8Array
