import { ActisenseReader } from '#protocols/can/actisense.ts'
import type { CanFrame } from '#protocols/can/canFrame.ts'
import { framesIn, parseFrameLine } from '#protocols/can/frameLine.ts'
import { sentencesIn } from '#protocols/nmea0183/sentence.ts'
import { latin1 } from '#protocols/textLines.ts'
import { loadDecoders } from '../loadDecoders.ts'
import type { MessageSink } from './intake.ts'

const NUL = 0
const STX = 0x02
const ETX = 0x03
const LF = 10
const CR = 13
const DLE = 0x10
const SPACE = 32
const BANG = 33
const DOLLAR = 36
const STAR = 42
const BACKSLASH = 92
const BRACE = 123
const EMPTY = Buffer.alloc(0)
/** Command bytes with which a frame of Actisense begins, behind DLE STX. */
const COMMANDS = new Set([0x93, 0xa0, 0xd0])
/** Longest binary frame with its escapes, line, and JSON document, in bytes. What is longer is skipped. */
const LONGEST_FRAME = 4096
const LONGEST_LINE = 8192
const LONGEST_JSON = 1_000_000
/** Beginning of a datagram of IEC 61162-450, in front of TAG block and sentence. */
const UDPBC = Buffer.from('UdPbC\0')

/**
 * Cuts a stream of bytes into messages and recognizes the form of each one: NMEA 0183, every text form of CAN frames,
 * binary frames of Actisense, JSON. One stream may mix them. Where a message ends depends on the bytes alone, so the
 * messages are the same however the network cuts the stream.
 */
export class StreamReader {
  readonly #intake: MessageSink
  readonly #onJson: ((text: string) => void) | null
  readonly #actisense = new ActisenseReader(
    (frame) => this.#intake.take('n2k', Buffer.from(n2kAsciiLine(frame), 'latin1'), frame),
    () => void this.#intake.unknown++,
  )
  #rest: Buffer = EMPTY
  /** Bytes of the rest that contain no end. */
  #searched = 0

  /** `onJson` takes the JSON documents of a protocol that has its own meaning for them. */
  constructor(intake: MessageSink, onJson: ((text: string) => void) | null = null) {
    this.#intake = intake
    this.#onJson = onJson
  }

  /** Bytes at the end of all that was read that wait for the end of their message. */
  get waitingBytes(): number {
    return this.#rest.length
  }

  read(chunk: Uint8Array): void {
    const added = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const bytes = this.#rest.length === 0 ? added : Buffer.concat([this.#rest, added])
    let from = startOfRecord(bytes, 0)
    let searchFrom = Math.max(from, this.#searched)
    for (;;) {
      const end = endOfRecord(bytes, from, searchFrom)
      if (end < 0) break
      this.#record(bytes.subarray(from, end))
      from = startOfRecord(bytes, end)
      searchFrom = from
    }
    // A copy, since the chunk belongs to the socket's buffer.
    this.#rest = from < bytes.length ? Buffer.from(bytes.subarray(from)) : EMPTY
    this.#searched = this.#rest.length
  }

  /** Reads one datagram, which ends its last message whether or not it has a line end. */
  readDatagram(bytes: Uint8Array): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.read(text.subarray(0, UDPBC.length).equals(UDPBC) ? text.subarray(UDPBC.length) : text)
    this.end()
  }

  end(): void {
    if (this.#rest.length > 0) this.#record(this.#rest)
    this.#rest = EMPTY
    this.#searched = 0
  }

  #record(bytes: Buffer): void {
    if (isBinaryStart(bytes, 0)) this.#actisense.read(bytes)
    else this.#text(withoutBlanks(bytes))
  }

  #text(bytes: Buffer): void {
    const first = bytes[0]
    if (first === undefined) return
    if (first === BRACE) this.#json(bytes)
    else if ((first === DOLLAR || first === BANG) && bytes.subarray(1, 6).equals(PDGY)) this.#frameLine(bytes)
    else if (first === DOLLAR || first === BANG || first === BACKSLASH) this.#sentences(bytes)
    else this.#frameLine(bytes)
  }

  #sentences(bytes: Buffer): void {
    if (startsOf(bytes) === 1) {
      this.#intake.take('nmea0183', bytes)
      return
    }
    const text = latin1(bytes)
    for (const sentence of sentencesIn(text)) {
      if (/[$!]/.test(sentence)) this.#intake.take('nmea0183', Buffer.from(sentence, 'latin1'))
      else this.#intake.unknown++
    }
  }

  #frameLine(bytes: Buffer): void {
    const line = latin1(bytes)
    const frame = parseFrameLine(line)
    // canboat's first line says that all its lines are whole messages.
    if (typeof frame === 'object') this.#intake.take('n2k', bytes, frame)
    else if (line.startsWith('# format=')) this.#intake.take('n2k', bytes)
    else if (frame === 'ignored') {
      // The time of a logger makes a sentence look like a line of another program.
      if (startsOf(bytes) > 0 && !/^[#$!]/.test(line)) this.#sentences(bytes)
    } else {
      const parts = framesIn(line)
      if (parts.length > 1) for (const part of parts) this.#text(Buffer.from(part, 'latin1'))
      else if (startsOf(bytes) > 0) this.#sentences(bytes)
      else this.#intake.unknown++
    }
  }

  #json(bytes: Buffer): void {
    const text = bytes.toString('utf8')
    if (this.#onJson) {
      this.#onJson(text)
      return
    }
    const format = formatOfJson(text)
    const parts = format === null || text.includes('}{') ? framesIn(text) : []
    if (parts.length > 1) for (const part of parts) this.#json(Buffer.from(part, 'utf8'))
    else if (format !== null) this.#intake.take(format, bytes)
    else this.#intake.unknown++
  }
}

const PDGY = Buffer.from('PDGY,')

function formatOfJson(text: string): 'signalk' | 'readings' | 'n2k' | null {
  if (/"updates"\s*:/.test(text) || (/"self"\s*:/.test(text) && /"version"\s*:/.test(text))) return 'signalk'
  if (/^\{\s*"(?:tables|samples|fixes)"\s*:/.test(text)) return 'readings'
  if (!/"(?:pgn|units)"\s*:/.test(text)) return null
  const { canboatUnits, parseCanboatJson } = loadDecoders()
  return canboatUnits(text) || parseCanboatJson(text) ? 'n2k' : null
}

const isBinaryStart = (bytes: Buffer, at: number) =>
  bytes[at] === DLE && bytes[at + 1] === STX && COMMANDS.has(bytes[at + 2] ?? 0)

/** Signs in a line with which a sentence begins. */
function startsOf(bytes: Buffer): number {
  let count = 0
  for (const byte of bytes) if (byte === DOLLAR || byte === BANG) count++
  return count
}

/** White space and NULs between two records belong to neither. */
function startOfRecord(bytes: Buffer, from: number): number {
  let at = from
  while (isBlank(bytes[at])) at++
  return at
}

const isBlank = (byte: number | undefined) =>
  byte === LF || byte === CR || byte === SPACE || byte === NUL || byte === 9

function withoutBlanks(bytes: Buffer): Buffer {
  let end = bytes.length
  while (isBlank(bytes[end - 1])) end--
  return bytes.subarray(0, end)
}

/** Offset behind the record that starts at `from`, negative while its end is missing. Bytes before `searchFrom` are known. */
function endOfRecord(bytes: Buffer, from: number, searchFrom: number): number {
  if (from >= bytes.length) return -1
  if (bytes[from] === DLE) {
    const [, second, third] = bytes.subarray(from, from + 3)
    if (second === undefined || (second === STX && third === undefined)) return -1
    if (isBinaryStart(bytes, from)) return endOfFrame(bytes, from)
  }
  return bytes[from] === BRACE ? endOfJson(bytes, from, searchFrom) : endOfLine(bytes, from, searchFrom)
}

/** A frame ends with DLE ETX. A doubled DLE is data, and any other byte behind DLE breaks the frame. */
function endOfFrame(bytes: Buffer, from: number): number {
  let at = from + 3
  for (;;) {
    at = bytes.indexOf(DLE, at)
    if ((at < 0 ? bytes.length : at) - from > LONGEST_FRAME) return from + 3
    if (at < 0 || at + 1 >= bytes.length) return -1
    if (bytes[at + 1] === ETX) return at + 2
    if (bytes[at + 1] !== DLE) return at
    at += 2
  }
}

function endOfJson(bytes: Buffer, from: number, searchFrom: number): number {
  const end = bytes.indexOf(LF, searchFrom)
  if (end >= 0 && end - from <= LONGEST_JSON) return end
  return bytes.length - from > LONGEST_JSON ? from + LONGEST_JSON : -1
}

/**
 * A line ends at CR or LF, where a binary frame begins, or behind a checksum that is followed by the next sentence: some
 * multiplexers write no line ends.
 */
function endOfLine(bytes: Buffer, from: number, searchFrom: number): number {
  const last = Math.min(bytes.length, from + LONGEST_LINE)
  for (let at = searchFrom; at < last; at++) {
    const byte = bytes[at] ?? 0
    if (byte === LF || byte === CR) return at
    if ((byte === DOLLAR || byte === BANG) && at - from > 3 && bytes[at - 3] === STAR) return at
    if (byte > 0x7f && at - from > 2 && isBinaryStart(bytes, at - 2)) return at - 2
  }
  return bytes.length - from > LONGEST_LINE ? from + LONGEST_LINE : -1
}

const DAY_MS = 86_400_000
const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')

/** Actisense's text form of a message, which other messages may precede and follow in one batch: binary frames may not. */
function n2kAsciiLine({ counterUs, source, destination, priority, pgn, data }: CanFrame): string {
  const time = new Date(Math.floor((counterUs ?? 0) / 1000) % DAY_MS).toISOString().slice(11, 23)
  const address = hex(source, 2) + hex(destination, 2) + (priority & 7)
  return `A${time.replaceAll(':', '')} ${address} ${hex(pgn, 5)} ${Buffer.from(data).toString('hex').toUpperCase()}`
}
