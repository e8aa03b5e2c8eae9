import type { Decoded } from '#contract/domain/reading.ts'
import type { MessageDecoder } from '../codec.ts'
import { ReadingSink } from '../readingSink.ts'
import { latin1, textLines } from '../textLines.ts'
import { ActisenseReader, looksLikeActisense } from './actisense.ts'
import { BusClock } from './busClock.ts'
import { canboatUnits, parseCanboatJson } from './canboatJson.ts'
import type { CanFrame } from './canFrame.ts'
import { FastPackets } from './fastPacket.ts'
import { framesIn, parseFrameLine } from './frameLine.ts'
import { J1939Reader } from './j1939Reader.ts'
import { N2kReader } from './n2kReader.ts'
import { looksLikePcap, PcapReader } from './pcap.ts'
import { TP_CONTROL, TP_DATA, TransportSessions } from './transport.ts'
import { UndatedFrames } from './undatedFrames.ts'

/**
 * Reads CAN frames in any form that `parseFrameLine`, `parseCanboatJson`, `ActisenseReader` or `PcapReader` accepts.
 * NMEA 2000 and J1939 share the wire: engines use J1939 on many an NMEA 2000 bus. Their PGNs do not overlap, so one
 * decoder reads both.
 */
export class CanDecoder implements MessageDecoder {
  readonly #sink = new ReadingSink('n2k')
  readonly #clock = new BusClock()
  readonly #undated = new UndatedFrames((frame, timeUs) => this.#read(frame, timeUs))
  readonly #fastPackets = new FastPackets()
  readonly #sessions = new TransportSessions()
  readonly #n2k = new N2kReader(this.#sink)
  readonly #j1939 = new J1939Reader(this.#sink)
  #receivedUs: number | null = null
  /** Set while a binary stream is being read, which may be cut anywhere. */
  #binary: ActisenseReader | PcapReader | null = null
  /** canboat's text does not say whether 8 bytes are a message or a frame; a longer line or its banner does. */
  #wholeMessages = false
  #units: 'si' | 'std' = 'si'

  decode(message: Uint8Array, receivedUs: number | null): Decoded {
    this.#receivedUs = receivedUs
    if (this.#binary === null && (looksLikeActisense(message) || looksLikePcap(message))) {
      const Reader = looksLikePcap(message) ? PcapReader : ActisenseReader
      this.#binary = new Reader(
        (frame) => this.#frame(frame),
        (reason, detail) => this.#sink.reject(reason, detail),
      )
    }
    if (this.#binary) this.#binary.read(message)
    else for (const line of textLines(latin1(message))) this.#line(line)
    this.#rejectLost()
    return this.#sink.take()
  }

  /** Rejects messages that still wait for a frame, and dates those that wait for a time. */
  end(): Decoded {
    this.#undated.flush()
    this.#binary?.end()
    this.#rejectLost(true)
    return this.#sink.take()
  }

  #rejectLost(all = false): void {
    const isOurs = (pgn: number) => this.#n2k.knows(pgn) || this.#j1939.knows(pgn)
    for (const pgn of this.#fastPackets.takeLost(all)) this.#sink.reject('malformed', `fast packet ${pgn}`)
    for (const pgn of this.#sessions.takeLost(all))
      if (isOurs(pgn)) this.#sink.reject('malformed', `transport session ${pgn}`)
  }

  #line(line: string, isPart = false): void {
    const units = canboatUnits(line)
    if (units) {
      this.#units = units
      return
    }
    const frame = line.startsWith('{')
      ? (parseCanboatJson(line, this.#units) ?? 'malformed')
      : parseFrameLine(line)
    if (frame === 'malformed') {
      const parts = isPart ? [] : framesIn(line)
      if (parts.length > 1) for (const part of parts) this.#line(part, true)
      else this.#sink.reject('malformed', 'line')
    } else if (frame !== 'ignored') this.#frame(frame)
    else if (line.startsWith('# format=')) this.#wholeMessages = line === '# format=FAST'
  }

  #frame(frame: CanFrame): void {
    this.#undated.tick()
    if (frame.assembled === null && frame.data.length > 8) this.#wholeMessages = true
    const assembled = frame.assembled ?? this.#wholeMessages
    if (frame.pgn === TP_CONTROL || frame.pgn === TP_DATA) {
      const session = this.#sessions.add(frame)
      if (session === 'broken') this.#sink.reject('malformed', 'transport session')
      else if (session) this.#message({ ...frame, ...session })
    } else if (!assembled && this.#n2k.isFast(frame.pgn)) {
      const data = this.#fastPackets.add(frame)
      if (data === 'broken') this.#sink.reject('malformed', `fast packet ${frame.pgn}`)
      else if (data) this.#message({ ...frame, data })
    } else this.#message(frame)
  }

  #message(frame: CanFrame): void {
    if (!this.#n2k.knows(frame.pgn) && !this.#j1939.knows(frame.pgn)) return
    if (frame.timeUs === null) {
      const utc = this.#n2k.utc(frame)
      if (utc && this.#clock.learn(utc.utcUs, utc.source, frame)) this.#undated.next(utc.utcUs)
    }
    const isUndated = frame.timeUs === null && frame.counterUs === null && this.#receivedUs === null
    if (isUndated && this.#clock.lastUtcUs !== null) {
      this.#undated.hold(frame)
      return
    }
    const timeUs = this.#clock.timeUs(frame, this.#receivedUs)
    if (timeUs === null) this.#sink.reject('no_time', `PGN ${frame.pgn}`)
    else this.#read(frame, timeUs)
  }

  #read(frame: CanFrame, timeUs: number): void {
    if (this.#n2k.knows(frame.pgn)) this.#n2k.read(frame, timeUs)
    else this.#j1939.read(frame, timeUs)
  }
}
