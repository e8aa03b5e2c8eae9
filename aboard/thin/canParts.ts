import { DAY_MS } from '#contract/domain/time.ts'
import { ActisenseReader } from '#protocols/can/actisense.ts'
import type { CanFrame } from '#protocols/can/canFrame.ts'
import { FastPackets } from '#protocols/can/fastPacket.ts'
import { parseFrameLine } from '#protocols/can/frameLine.ts'
import { J1939Reader } from '#protocols/can/j1939Reader.ts'
import { SPECIAL_PGNS } from '#protocols/can/n2kPgns.ts'
import { PLAIN_PGNS } from '#protocols/can/n2kSeries.ts'
import { TP_CONTROL, TP_DATA, TransportSessions } from '#protocols/can/transport.ts'
import { ReadingSink } from '#protocols/readingSink.ts'
import { latin1, textLines } from '#protocols/textLines.ts'
import { loadDecoders } from '../loadDecoders.ts'
import type { Part, PartReader, Reject } from './part.ts'

const SYSTEM_TIME = 126992
const GNSS_POSITION = 129029
const POSITIONS = new Set([129025, GNSS_POSITION, 65267])
/** Heading, variation and quality of the fix, which complete other messages. */
const CONTEXT = new Set([127250, 127258, GNSS_POSITION])
/** Switch banks, engine and transmission states, faults of J1939. */
const STATES: Readonly<Record<number, readonly [from: number, to: number]>> = {
  ...{ 127501: [0, 8], 127489: [20, 24], 127493: [7, 8], 65226: [0, 1785] },
}
/** Bytes that, beside the sender, tell which thing a message is about: an instance, a kind of sensor, a ship. */
const KEY_BYTES: Readonly<Record<number, readonly number[]>> = {
  ...{
    127488: [0],
    127489: [0],
    127493: [0],
    127497: [0],
    127501: [0],
    127503: [0],
    127505: [0],
    127506: [1, 2],
    127508: [0],
  },
  ...{ 127245: [0], 127250: [7], 129026: [1], 129291: [1], 130306: [5] },
  ...{ 130311: [1], 130312: [1, 2], 130313: [1, 2], 130314: [1, 2], 130316: [1, 2] },
  ...{ 129038: [1, 2, 3, 4], 129039: [1, 2, 3, 4], 129040: [1, 2, 3, 4] },
  ...{ 129794: [1, 2, 3, 4], 129809: [1, 2, 3, 4], 129810: [1, 2, 3, 4] },
}
const NONE: readonly number[] = []
const CRYSTAL = 5
const NOT_AVAILABLE_DAYS = 0xffff
/** One bus instance has messages of several kinds in the low bits of a byte. */
const REFERENCE_BITS: Readonly<Record<number, number>> = { 127250: 3, 129026: 3, 129291: 3, 130306: 7 }

/**
 * Whole messages of NMEA 2000 and J1939 as canboat's text without its time. Frames of fast packets and transport sessions are
 * assembled here, so that a batch may be cut between any two messages. Messages that the server does not use are left out.
 */
export class CanParts implements PartReader {
  readonly #reject: Reject
  readonly #fastPackets = new FastPackets()
  readonly #sessions = new TransportSessions()
  readonly #j1939 = new J1939Reader(new ReadingSink('j1939'))
  readonly #withoutFix = new Set<number>()
  readonly #lastMs = new Map<string, number>()
  readonly #binary: ActisenseReader
  #parts: Part[] = []
  #arrivedMs = 0
  #wholeMessages = false
  #units: 'si' | 'std' = 'si'

  constructor(reject: Reject) {
    this.#reject = reject
    this.#binary = new ActisenseReader((frame) => this.#frame(frame), reject)
  }

  read({ bytes, frame, arrivedMs }: Parameters<PartReader['read']>[0]): Part[] {
    this.#arrivedMs = arrivedMs
    if (frame) this.#frame(frame)
    else if (bytes[0] === DLE || bytes[0] === ESCAPE) this.#binary.read(bytes)
    else for (const line of textLines(latin1(bytes))) this.#line(line)
    for (const _ of this.#fastPackets.takeLost()) this.#reject('malformed')
    this.#sessions.takeLost()
    const parts = this.#parts
    this.#parts = []
    return parts
  }

  #line(line: string): void {
    const frame = line.startsWith('{') ? this.#json(line) : parseFrameLine(line)
    if (frame === 'malformed') this.#reject('malformed')
    else if (frame !== 'ignored') this.#frame(frame)
    else if (line.startsWith('# format=')) this.#wholeMessages = line === '# format=FAST'
  }

  #json(line: string): CanFrame | 'ignored' | 'malformed' {
    const { canboatUnits, parseCanboatJson } = loadDecoders()
    const units = canboatUnits(line)
    this.#units = units ?? this.#units
    return units ? 'ignored' : (parseCanboatJson(line, this.#units) ?? 'malformed')
  }

  #frame(frame: CanFrame): void {
    if (frame.assembled === null && frame.data.length > 8) this.#wholeMessages = true
    const isWhole = frame.assembled ?? this.#wholeMessages
    if (frame.pgn === TP_CONTROL || frame.pgn === TP_DATA) {
      const session = this.#sessions.add(frame)
      if (session === 'broken') this.#reject('malformed')
      else if (session) this.#message({ ...frame, ...session })
    } else if (!isWhole && isFast(frame.pgn)) {
      const data = this.#fastPackets.add(frame)
      if (data === 'broken') this.#reject('malformed')
      else if (data) this.#message({ ...frame, data })
    } else this.#message(frame)
  }

  #message(frame: CanFrame): void {
    const { pgn, priority, source, destination, data } = frame
    if (!isN2k(pgn) && !this.#j1939.knows(pgn)) return
    let kind = `${pgn}.${source}`
    for (const at of KEY_BYTES[pgn] ?? NONE) kind += `.${(data[at] ?? 0) & (REFERENCE_BITS[pgn] ?? 0xff)}`
    // Two messages of a kind would replace each other if they had one time.
    const measuredMs = Math.max(Math.round(this.#arrivedMs), (this.#lastMs.get(kind) ?? 0) + 1)
    this.#lastMs.set(kind, measuredMs)
    const [from, to] = STATES[pgn] ?? []
    const hex = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('hex')
    const gnssMs = this.#gnssMs(frame)
    this.#parts.push({
      kind,
      measuredMs,
      bytes: Buffer.from(`${priority},${pgn},${source},${destination},${data.length},${hex}`, 'latin1'),
      isPosition: POSITIONS.has(pgn),
      isContext: CONTEXT.has(pgn),
      ...(from !== undefined && to !== undefined && { state: hex.slice(from * 2, to * 2) }),
      ...(gnssMs !== null && { gnssMs }),
    })
  }

  #gnssMs({ pgn, source, data }: CanFrame): number | null {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (pgn === GNSS_POSITION && data.length >= 32) {
      const hasFix = (data[31] ?? 0) >> 4 > 0
      if (hasFix) this.#withoutFix.delete(source)
      else this.#withoutFix.add(source)
      return hasFix ? dateMs(view.getUint16(1, true), view.getUint32(3, true)) : null
    }
    const isTime = pgn === SYSTEM_TIME && data.length >= 8 && ((data[1] ?? 0) & 0xf) !== CRYSTAL
    if (!isTime || this.#withoutFix.has(source)) return null
    return dateMs(view.getUint16(2, true), view.getUint32(4, true))
  }
}

const DLE = 0x10
const ESCAPE = 0x1b

const isN2k = (pgn: number) => Object.hasOwn(PLAIN_PGNS, pgn) || SPECIAL_PGNS.has(pgn)
const isFast = (pgn: number) => PLAIN_PGNS[pgn]?.fast ?? SPECIAL_PGNS.get(pgn)?.fast ?? false

/** Time of the bus: days since 1970 and units of 0.1 ms since midnight. */
function dateMs(days: number, tenths: number): number | null {
  if (days === NOT_AVAILABLE_DAYS || tenths > DAY_MS * 10) return null
  return days * DAY_MS + tenths / 10
}
