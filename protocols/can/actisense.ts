import { type CanFrame, frameOf } from './canFrame.ts'

const DLE = 0x10
const STX = 0x02
const ETX = 0x03
const ESCAPE = 0x1b
const RECORD = 0x01
const RECORD_END = 0x0a
/** Command bytes: a message received by an NGT-1, and the newer form that W2K-1 and NGX-1 send. */
const N2K_RECEIVED = 0x93
const BST_D0 = 0xd0
const COMMANDS = new Set([N2K_RECEIVED, 0xa0, BST_D0])
const EBL_TIME = 0x03
/** Days between the epochs of Windows FILETIME (1601) and Unix, in µs. */
const FILETIME_EPOCH_US = 11_644_473_600e6
const MAX_BYTES = 4096

/** A capture may begin in the middle of a frame, so the first start of a frame is searched. */
export function looksLikeActisense(bytes: Uint8Array): boolean {
  if (bytes[0] === ESCAPE && bytes[1] === RECORD) return true
  for (let i = 0; i < Math.min(bytes.length - 2, MAX_BYTES); i++) {
    if (bytes[i] === DLE && bytes[i + 1] === STX && COMMANDS.has(bytes[i + 2] ?? 0)) return true
  }
  return false
}

/**
 * Reads the binary stream of Actisense gateways, cut anywhere: frames between DLE STX and DLE ETX with
 * doubled DLE and a checksum. In an EBL file the stream is wrapped once more. ESC 0x01 … ESC 0x0A encloses
 * notes of the logger, of which kind 3 is the time (FILETIME), and ESC is doubled.
 */
export class ActisenseReader {
  readonly #onFrame: (frame: CanFrame) => void
  readonly #onRefused: (reason: 'checksum' | 'malformed', detail: string) => void
  #bytes: number[] = []
  #within = false
  #escaped = false
  #record: number[] | null = null
  #eblEscaped = false
  #ebl = false
  #timeUs: number | null = null

  constructor(
    onFrame: (frame: CanFrame) => void,
    onRefused: (reason: 'checksum' | 'malformed', detail: string) => void,
  ) {
    this.#onFrame = onFrame
    this.#onRefused = onRefused
  }

  read(bytes: Uint8Array): void {
    if (!this.#within && bytes[0] === ESCAPE) this.#ebl = true
    for (const byte of bytes) {
      if (this.#ebl) this.#unwrap(byte)
      else this.#byte(byte)
    }
  }

  /** A frame that was cut by the end of the capture is refused. */
  end(): void {
    if (this.#within && this.#bytes.length > 0) this.#onRefused('malformed', 'Actisense frame')
    this.#within = false
  }

  #unwrap(byte: number): void {
    if (!this.#eblEscaped) {
      if (byte === ESCAPE) this.#eblEscaped = true
      else this.#inner(byte)
      return
    }
    this.#eblEscaped = false
    if (byte === ESCAPE) this.#inner(byte)
    else if (byte === RECORD) this.#record = []
    else if (byte === RECORD_END) this.#endRecord()
  }

  #inner(byte: number): void {
    if (!this.#record) this.#byte(byte)
    else if (this.#record.length < MAX_BYTES) this.#record.push(byte)
  }

  #endRecord(): void {
    const record = this.#record
    this.#record = null
    if (record?.[0] !== EBL_TIME || record.length !== 9) return
    let ticks = 0
    for (let i = 8; i >= 1; i--) ticks = ticks * 256 + (record[i] ?? 0)
    this.#timeUs = Math.round(ticks / 10) - FILETIME_EPOCH_US
  }

  #byte(byte: number): void {
    if (!this.#escaped) {
      if (byte === DLE) this.#escaped = true
      else if (this.#within) this.#push(byte)
      return
    }
    this.#escaped = false
    if (byte === STX) {
      this.#within = true
      this.#bytes = []
    } else if (byte === ETX) {
      if (this.#within) this.#endFrame(this.#bytes)
      this.#within = false
    } else if (byte === DLE && this.#within) this.#push(byte)
    else this.#within = false
  }

  #push(byte: number): void {
    if (this.#bytes.length < MAX_BYTES) this.#bytes.push(byte)
    else this.#within = false
  }

  #endFrame(bytes: number[]): void {
    const command = bytes[0]
    if (command !== N2K_RECEIVED && command !== BST_D0) return
    if (bytes.reduce((sum, byte) => sum + byte, 0) % 256 !== 0) {
      this.#onRefused('checksum', 'Actisense frame')
      return
    }
    const frame = command === BST_D0 ? bstD0(bytes) : received(bytes)
    if (!frame) this.#onRefused('malformed', 'Actisense frame')
    else this.#onFrame({ ...frame, timeUs: this.#timeUs, assembled: true })
  }
}

const uint32 = (bytes: readonly number[], at: number) =>
  ((bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)) >>>
  0

/** 0x93, length, priority, PGN (3), destination, source, timer in ms (4), data length, data, checksum. */
function received(bytes: readonly number[]): CanFrame | null {
  const length = bytes[12]
  if (length === undefined || bytes.length !== 14 + length || bytes[1] !== 11 + length) return null
  return {
    timeUs: null,
    counterUs: uint32(bytes, 8) * 1e3,
    priority: bytes[2] ?? 0,
    pgn: uint32(bytes, 3) & 0xffffff,
    destination: bytes[6] ?? 0,
    source: bytes[7] ?? 0,
    data: Uint8Array.from(bytes.slice(13, 13 + length)),
    assembled: true,
  }
}

/** 0xD0, length of everything before the checksum (2), destination, CAN identifier (4), timer in ms (4), control, data, checksum. */
function bstD0(bytes: readonly number[]): CanFrame | null {
  const length = (bytes[1] ?? 0) | ((bytes[2] ?? 0) << 8)
  if (bytes.length < 14 || bytes.length !== length + 1) return null
  const frame = frameOf(uint32(bytes, 4), Uint8Array.from(bytes.slice(13, -1)), null, uint32(bytes, 8) * 1e3)
  return { ...frame, destination: bytes[3] ?? 0 }
}
