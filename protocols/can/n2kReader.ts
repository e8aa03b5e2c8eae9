import { FromPgn } from '@canboat/canboatjs/dist/browser.js'
import { FMI_EXISTS } from '#contract/reading.ts'
import { fromBusInstance } from '../instances.ts'
import type { ReadingSink } from '../readingSink.ts'
import { type CanFrame, GLOBAL_ADDRESS } from './canFrame.ts'
import {
  ENGINE_DYNAMIC,
  engineStatusSpns,
  TRANSMISSION_DYNAMIC,
  transmissionStatusSpns,
} from './engineStatus.ts'
import { type Bus, type Fields, newBus, numberOf, SPECIAL_PGNS, textOf } from './n2kPgns.ts'
import { PLAIN_PGNS, type PlainPgn } from './n2kSeries.ts'

/** Messages that say what time it is. */
const CLOCK_PGNS = new Set([126992, 129029, 129033])
const FIRST_PLAUSIBLE_UTC_US = Date.UTC(2000, 0) * 1e3

/** Turns whole NMEA 2000 messages into readings. canboat knows the fields; what they mean to us is in the two tables. */
export class N2kReader {
  readonly #sink: ReadingSink
  readonly #parser = newParser()
  readonly #bus: Bus = newBus()

  constructor(sink: ReadingSink) {
    this.#sink = sink
  }

  knows = (pgn: number) => Object.hasOwn(PLAIN_PGNS, pgn) || SPECIAL_PGNS.has(pgn)
  isFast = (pgn: number) => PLAIN_PGNS[pgn]?.fast ?? SPECIAL_PGNS.get(pgn)?.fast ?? false

  /** The time that this message tells, null for other messages and for clocks that are not set. */
  utcUs(frame: CanFrame): number | null {
    if (!CLOCK_PGNS.has(frame.pgn)) return null
    const fields = this.#fields(frame)
    const utcUs = Date.parse(`${textOf(fields?.date)?.replaceAll('.', '-')}T${textOf(fields?.time)}Z`) * 1e3
    return utcUs >= FIRST_PLAUSIBLE_UTC_US ? utcUs : null
  }

  read(frame: CanFrame, timeUs: number): void {
    const fields = this.#fields(frame)
    const plain = PLAIN_PGNS[frame.pgn]
    if (!fields) this.#sink.reject('malformed', `PGN ${frame.pgn}`)
    else if (plain) this.#plain(plain, fields, frame, timeUs)
    else SPECIAL_PGNS.get(frame.pgn)?.read(fields, { sink: this.#sink, bus: this.#bus, frame, timeUs })
  }

  #plain(plain: PlainPgn, fields: Fields, frame: CanFrame, timeUs: number): void {
    const busInstance = plain.instance ? numberOf(fields.instance) : null
    if (plain.instance && busInstance === null) {
      this.#sink.reject('malformed', `PGN ${frame.pgn}`)
      return
    }
    const instance = busInstance === null ? 0 : fromBusInstance(busInstance)
    if (frame.pgn === ENGINE_DYNAMIC)
      this.#status(engineStatusSpns(frame.data), instance, frame.source, timeUs)
    if (frame.pgn === TRANSMISSION_DYNAMIC)
      this.#status(transmissionStatusSpns(frame.data), instance, frame.source, timeUs)
    for (const [field, key, perStored] of plain.fields) {
      const value = numberOf(fields[field]) ?? secondsOf(fields[field])
      this.#sink.scalar(timeUs, key, instance, value === null ? null : value / perStored, frame.source)
    }
  }

  #status(spns: readonly number[], instance: number, source: number, timeUs: number): void {
    const lamps = { protect: null, amberWarning: null, redStop: null, malfunction: null }
    for (const spn of spns)
      this.#sink.fault({ timeUs, instance, spn, fmi: FMI_EXISTS, occurrenceCount: null, lamps }, source)
  }

  #fields({ pgn, source, priority, data }: CanFrame): Fields | null {
    const header = { pgn, src: source, dst: GLOBAL_ADDRESS, prio: priority, timestamp: '', fields: {} }
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    const parsed = this.#parser.parsePgnData(header as never, bytes.length, bytes, true, undefined, '')
    return (parsed?.fields as Fields | undefined) ?? null
  }
}

function newParser(): FromPgn {
  // Enumerations as numbers; a field that is not available as null instead of left out.
  const parser = new FromPgn({ resolveEnums: false, returnNulls: true })
  // An event emitter without a listener would throw; what cannot be parsed gives no fields, which is counted above.
  parser.on('error', () => {})
  return parser
}

/** canboat writes durations as hh:mm:ss with any number of hours. */
function secondsOf(value: Fields[string]): number | null {
  const match = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(textOf(value) ?? '')
  return match ? (Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3]) : null
}
