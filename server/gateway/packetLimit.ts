import type { Duplex } from 'node:stream'

const HAS_MORE = 0x80
const LENGTH_BITS = 0x7f
/** The length of an MQTT packet takes at most this many bytes. */
const LENGTH_BYTES = 4

/**
 * Follows the packets in a stream of MQTT bytes by their fixed headers alone. It reports a packet that is too
 * large before the packet has arrived, because the parser would gather up to 256 MB of it.
 */
export class PacketLimit {
  /** Remaining bytes of the packet under way. */
  #left = 0
  #inHeader = false
  #length = 0
  #lengthBytes = 0

  /** False when these bytes announce a packet larger than `maxBytes`, or are invalid. */
  accepts(chunk: Uint8Array, maxBytes: number): boolean {
    for (let at = 0; at < chunk.length; ) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at)
        this.#left -= taken
        at += taken
      } else if (!this.#inHeader) {
        this.#inHeader = true
        this.#length = 0
        this.#lengthBytes = 0
        at++
      } else {
        const byte = chunk[at++] ?? 0
        this.#length += (byte & LENGTH_BITS) * 128 ** this.#lengthBytes++
        if (byte & HAS_MORE) {
          if (this.#lengthBytes === LENGTH_BYTES) return false
          continue
        }
        if (this.#length > maxBytes) return false
        this.#inHeader = false
        this.#left = this.#length
      }
    }
    return true
  }
}

/**
 * Ends the connection at the first packet that is too large; `maxBytes` may grow once the sender is known.
 */
export function limitPackets(stream: Duplex, maxBytes: () => number): void {
  const limit = new PacketLimit()
  const read = stream.read.bind(stream)
  // The broker pulls its bytes with read(), so this sees each once, and before the parser does.
  stream.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    if (chunk === null || limit.accepts(chunk, maxBytes())) return chunk
    stream.destroy()
    return null
  }
}
