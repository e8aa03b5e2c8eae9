import type { CanFrame } from './canFrame.ts'

const FIRST_BYTES = 6
const NEXT_BYTES = 7
/** Most packets under way at once: 252 devices with a few messages each. */
const MAX_OPEN = 2000

/** Puts NMEA 2000 fast packets together, for any number of senders at once. */
export class FastPackets {
  /** Without data when the message is broken: its further frames belong to that rejection. */
  readonly #open = new Map<number, { data: Uint8Array | null; next: number }>()
  #lost: number[] = []

  /**
   * The whole message with its last frame, null before. `broken` when frames are missing or out of turn, once
   * a message, with the first frame that shows it.
   */
  add({ pgn, source, data }: CanFrame): Uint8Array | null | 'broken' {
    const head = data[0]
    if (head === undefined) return 'broken'
    const index = head & 0x1f
    const key = (pgn * 256 + source) * 8 + (head >> 5)
    if (index === 0) {
      const size = data[1] ?? 0
      if (size === 0 || size > FIRST_BYTES + 31 * NEXT_BYTES) return 'broken'
      const message = new Uint8Array(size)
      message.set(data.subarray(2, 2 + Math.min(size, FIRST_BYTES)))
      this.#drop(key)
      this.#dropOld(key)
      if (size <= FIRST_BYTES) return message
      if (this.#open.size >= MAX_OPEN) for (const one of [...this.#open.keys()]) this.#drop(one)
      this.#open.set(key, { data: message, next: 1 })
      return null
    }
    const packet = this.#open.get(key)
    if (!packet?.data || packet.next !== index) {
      const isCounted = packet?.data === null && index >= packet.next
      if (packet && index < packet.next) this.#drop(key)
      this.#dropOld(key)
      this.#open.set(key, { data: null, next: index + 1 })
      return isCounted ? null : 'broken'
    }
    const at = FIRST_BYTES + (index - 1) * NEXT_BYTES
    packet.data.set(data.subarray(1, 1 + Math.min(NEXT_BYTES, packet.data.length - at)), at)
    packet.next++
    if (at + NEXT_BYTES < packet.data.length) return null
    this.#open.delete(key)
    return packet.data
  }

  /** PGNs of incomplete messages since the last call; with `all`, also of messages under way. */
  takeLost(all = false): number[] {
    if (all) for (const key of [...this.#open.keys()]) this.#drop(key)
    const lost = this.#lost
    this.#lost = []
    return lost
  }

  /** Drops the message from four numbers before, so that its number can be used again. */
  #dropOld(key: number) {
    this.#drop(key ^ 4)
  }

  #drop(key: number) {
    if (this.#open.get(key)?.data) this.#lost.push(Math.trunc(key / (256 * 8)))
    this.#open.delete(key)
  }
}

/** The frames of a fast packet; `sequence` (0 to 7) distinguishes two messages that follow each other. */
export function fastPacketFrames(message: Uint8Array, sequence: number): Uint8Array[] {
  const frames: Uint8Array[] = []
  for (let at = 0, index = 0; at < message.length || index === 0; index++) {
    const frame = new Uint8Array(8).fill(0xff)
    frame[0] = ((sequence & 7) << 5) | index
    const size = index === 0 ? FIRST_BYTES : NEXT_BYTES
    if (index === 0) frame[1] = message.length
    frame.set(message.subarray(at, at + size), 8 - size)
    frames.push(frame)
    at += size
  }
  return frames
}
