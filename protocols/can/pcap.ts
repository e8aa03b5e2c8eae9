import { type CanFrame, frameOf } from './canFrame.ts'

/** SocketCAN frames; the second type is SocketCAN behind Linux's "cooked" header. */
const LINKTYPE_CAN = 227
const MAGIC_US = 0xa1b2c3d4
const MAGIC_NS = 0xa1b23c4d
const FILE_HEADER = 24
const PACKET_HEADER = 16
/** Identifier (4, big-endian), length, three bytes of padding. */
const CAN_HEADER = 8
const EXTENDED = 0x80000000
const REMOTE_OR_ERROR = 0x60000000
const MAX_PACKET = 262_144

type Endian = { littleEndian: boolean; ns: boolean }

/** Whether this is a capture of a CAN bus as tcpdump and Wireshark save it. */
export const looksLikePcap = (bytes: Uint8Array): boolean => endianOf(bytes) !== null

function endianOf(bytes: Uint8Array): Endian | null {
  if (bytes.length < FILE_HEADER) return null
  const view = viewOf(bytes)
  for (const littleEndian of [true, false]) {
    const magic = view.getUint32(0, littleEndian)
    if (magic !== MAGIC_US && magic !== MAGIC_NS) continue
    const linkType = view.getUint32(20, littleEndian) & 0xffff
    return linkType === LINKTYPE_CAN ? { littleEndian, ns: magic === MAGIC_NS } : null
  }
  return null
}

/** Reads a pcap capture (libpcap's format, not pcapng) of a CAN bus, cut anywhere. */
export class PcapReader {
  readonly #onFrame: (frame: CanFrame) => void
  readonly #onRefused: (reason: 'malformed', detail: string) => void
  #rest: Uint8Array = new Uint8Array()
  #endian: Endian | null = null

  constructor(onFrame: (frame: CanFrame) => void, onRefused: (reason: 'malformed', detail: string) => void) {
    this.#onFrame = onFrame
    this.#onRefused = onRefused
  }

  read(bytes: Uint8Array): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    let at = 0
    if (!this.#endian) {
      this.#endian = endianOf(all)
      if (this.#endian) at = FILE_HEADER
    }
    const view = viewOf(all)
    while (this.#endian && at + PACKET_HEADER <= all.length) {
      const { littleEndian, ns } = this.#endian
      const length = view.getUint32(at + 8, littleEndian)
      if (length > MAX_PACKET) {
        this.#onRefused('malformed', 'pcap packet')
        at = all.length
        break
      }
      if (at + PACKET_HEADER + length > all.length) break
      const fraction = view.getUint32(at + 4, littleEndian)
      const timeUs = view.getUint32(at, littleEndian) * 1e6 + (ns ? Math.round(fraction / 1e3) : fraction)
      this.#packet(all.subarray(at + PACKET_HEADER, at + PACKET_HEADER + length), timeUs)
      at += PACKET_HEADER + length
    }
    this.#rest = all.slice(at)
  }

  /** A packet that was cut by the end of the capture is refused. */
  end(): void {
    if (this.#rest.length > 0) this.#onRefused('malformed', 'pcap packet')
    this.#rest = new Uint8Array()
  }

  /** Identifiers of eleven bits, remote and error frames are not of these buses. */
  #packet(packet: Uint8Array, timeUs: number): void {
    const id = packet.length >= CAN_HEADER ? viewOf(packet).getUint32(0) : 0
    if ((id & EXTENDED) === 0 || (id & REMOTE_OR_ERROR) !== 0) return
    const length = packet[4] ?? 0
    if (length > 8 || packet.length < CAN_HEADER + length) this.#onRefused('malformed', 'pcap packet')
    else this.#onFrame(frameOf(id & 0x1fffffff, packet.subarray(CAN_HEADER, CAN_HEADER + length), timeUs))
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
