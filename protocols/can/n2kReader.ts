import { FromPgn } from '@canboat/canboatjs/dist/browser.js'
import { FMI_EXISTS } from '#contract/domain/reading.ts'
import type { ClockSource } from '../clockChoice.ts'
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

const SYSTEM_TIME = 126992
const GNSS_POSITION = 129029
const LOCAL_TIME = 129033
/** Messages that report the time, the best first. */
const CLOCK_RANK = new Map([
  [SYSTEM_TIME, 0],
  [LOCAL_TIME, 1],
  [GNSS_POSITION, 2],
])
/** "Local crystal clock" of a system time: set by no satellite, it comes after all that are. */
const CRYSTAL = 5
const CRYSTAL_RANK = 3
/** "No GNSS" of the method of a position. */
const NO_FIX = 0
const FIRST_PLAUSIBLE_UTC_US = Date.UTC(2000, 0) * 1e3

/** True for messages that become readings, times or names of devices. */
export const isReadPgn = (pgn: number): boolean => Object.hasOwn(PLAIN_PGNS, pgn) || SPECIAL_PGNS.has(pgn)

/**
 * Turns whole NMEA 2000 messages into readings. canboat defines the fields; the two tables define their meaning for us.
 */
export class N2kReader {
  readonly #sink: ReadingSink
  readonly #parser = newParser()
  readonly #bus: Bus = newBus()
  /** Addresses of receivers whose last position had no fix: their clocks may be unset. */
  readonly #withoutFix = new Set<number>()

  constructor(sink: ReadingSink) {
    this.#sink = sink
  }

  knows = isReadPgn
  isFast = (pgn: number) => PLAIN_PGNS[pgn]?.fast ?? SPECIAL_PGNS.get(pgn)?.fast ?? false

  /** The time that this message reports, null for other messages, for clocks that are not set, and without a fix. */
  utc(frame: CanFrame): { utcUs: number; source: ClockSource } | null {
    const rank = CLOCK_RANK.get(frame.pgn)
    if (rank === undefined) return null
    const fields = this.#fields(frame)
    if (frame.pgn === GNSS_POSITION) {
      if (numberOf(fields?.method) === NO_FIX) this.#withoutFix.add(frame.source)
      else this.#withoutFix.delete(frame.source)
    }
    if (this.#withoutFix.has(frame.source)) return null
    const utcUs = Date.parse(`${textOf(fields?.date)?.replaceAll('.', '-')}T${textOf(fields?.time)}Z`) * 1e3
    if (!(utcUs >= FIRST_PLAUSIBLE_UTC_US)) return null
    const isCrystal = frame.pgn === SYSTEM_TIME && numberOf(fields?.source) === CRYSTAL
    const sender = String(frame.source).padStart(3, '0')
    return { utcUs, source: { rank: isCrystal ? CRYSTAL_RANK : rank, sender } }
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
  // An event emitter without a listener would throw. An unreadable message gives no fields, which is counted
  // above.
  parser.on('error', () => {})
  return parser
}

/** canboat writes durations as hh:mm:ss with any number of hours. */
function secondsOf(value: Fields[string]): number | null {
  const match = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(textOf(value) ?? '')
  return match ? (Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3]) : null
}
