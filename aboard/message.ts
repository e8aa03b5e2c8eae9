import type { Format } from '#contract/wire/device.ts'
import type { CanFrame } from '#protocols/can/canFrame.ts'

/** One message as a source gave it, without its line end: a sentence, a line of a CAN frame, a delta, a motion frame. */
export interface Message {
  format: Format
  bytes: Uint8Array
  /** The frame in `bytes`, where the source has parsed it already. */
  frame?: CanFrame
  /** Monotonic clock at arrival, in ms: `performance.now()`. */
  arrivedMs: number
}

export interface SourceState {
  name: string
  connected: boolean
  /** Monotonic time of the last message, in ms; null before the first. */
  lastMessageMs: number | null
  /** Reason of the last failure in one line; null while the source works. */
  error: string | null
  /** Messages that were dropped because the source gave more than its limit. */
  dropped: number
}

/** An input that reconnects by itself until it is closed. */
export interface Source {
  state(): SourceState
  close(): Promise<void>
}
