import type { Format } from '#contract/wire/device.ts'

/**
 * Urgency of a message on a thin link: `now` for positions, states, alerts and one message a minute of every kind, `later`
 * for each kind once a second, `on_demand` for everything faster.
 */
export const DATA_CLASSES = ['now', 'later', 'on_demand'] as const
export type DataClass = (typeof DATA_CLASSES)[number]

/** A message that waits for its acknowledgement. Its bytes contain no time: `measuredMs` gets one on sending. */
export interface QueueRecord {
  format: Format
  dataClass: DataClass
  /** Monotonic clock of the machine, in ms; the epoch of the segment says since which boot. */
  measuredMs: number
  bytes: Uint8Array
  /** Number of the kind, from 1, where its messages complete later ones, as the magnetic variation does; otherwise 0. */
  slot: number
  /** True for a copy of an earlier message that completes the records after it. */
  isContext: boolean
}
