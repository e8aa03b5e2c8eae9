import type { CanFrame } from './canFrame.ts'

export const TP_CONTROL = 60416
export const TP_DATA = 60160
const BROADCAST = 32
const REQUEST_TO_SEND = 16
const PACKET_BYTES = 7
const MAX_BYTES = 1785
const MAX_OPEN = 500

interface Session {
  pgn: number
  data: Uint8Array
  seen: Uint8Array
  missing: number
}

/**
 * Assembles messages of up to 1785 bytes that come in transport sessions (SAE J1939-21). Sessions are announced to all
 * devices (BAM) or agreed between two (RTS/CTS), where we only listen.
 */
export class TransportSessions {
  readonly #open = new Map<number, Session>()
  /** The last packet without a session, by its sender: the next packets belong to that rejection. */
  readonly #strays = new Map<number, number>()
  #lost: number[] = []

  /** The whole message with its last packet, null before, `broken` for the first packet of an unknown session. */
  add(frame: CanFrame): { pgn: number; data: Uint8Array } | null | 'broken' {
    const { source, destination, data, pgn } = frame
    const key = source * 256 + destination
    if (pgn === TP_CONTROL) {
      const control = data[0]
      if (control !== BROADCAST && control !== REQUEST_TO_SEND) return null
      const size = (data[1] ?? 0) | ((data[2] ?? 0) << 8)
      const packets = data[3] ?? 0
      if (data.length < 8 || size < 9 || size > MAX_BYTES || packets !== Math.ceil(size / PACKET_BYTES))
        return 'broken'
      if (this.#open.size >= MAX_OPEN) for (const one of [...this.#open.keys()]) this.#drop(one)
      this.#drop(key)
      this.#strays.delete(key)
      const announced = (data[5] ?? 0) | ((data[6] ?? 0) << 8) | ((data[7] ?? 0) << 16)
      this.#open.set(key, {
        pgn: announced,
        data: new Uint8Array(size),
        seen: new Uint8Array(packets),
        missing: packets,
      })
      return null
    }
    const session = this.#open.get(key)
    const packet = (data[0] ?? 0) - 1
    if (!session) {
      const isCounted = packet > (this.#strays.get(key) ?? packet)
      if (this.#strays.size >= MAX_OPEN) this.#strays.clear()
      this.#strays.set(key, packet)
      return isCounted ? null : 'broken'
    }
    if (packet < 0 || packet >= session.seen.length) return 'broken'
    const at = packet * PACKET_BYTES
    session.data.set(data.subarray(1, 1 + Math.min(PACKET_BYTES, session.data.length - at)), at)
    // A packet may be sent again on request.
    if (!session.seen[packet]) session.missing--
    session.seen[packet] = 1
    if (session.missing > 0) return null
    this.#open.delete(key)
    return { pgn: session.pgn, data: session.data }
  }

  /** PGNs of messages without a packet since the last call; with `all`, also of messages under way. */
  takeLost(all = false): number[] {
    if (all) for (const key of [...this.#open.keys()]) this.#drop(key)
    const lost = this.#lost
    this.#lost = []
    return lost
  }

  #drop(key: number) {
    const session = this.#open.get(key)
    if (session) this.#lost.push(session.pgn)
    this.#open.delete(key)
  }
}
