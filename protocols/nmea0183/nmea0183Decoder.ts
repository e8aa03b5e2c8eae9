import type { Decoded } from '#contract/domain/reading.ts'
import type { MessageDecoder } from '../codec.ts'
import { ReadingSink } from '../readingSink.ts'
import { latin1, textLines } from '../textLines.ts'
import { decodeAis } from './aisMessage.ts'
import { AisParts } from './aisParts.ts'
import { loggerClockUs, parseSentence, type Sentence, sentencesIn } from './sentence.ts'
import { SentenceClock } from './sentenceClock.ts'
import { newBoat } from './sentenceContext.ts'
import { SENTENCE_READERS } from './sentenceReaders.ts'

/** Least number of fields after the address, so that a cut sentence is not accepted. */
const LEAST_FIELDS: Readonly<Record<string, number>> = {
  ...{ GGA: 14, GNS: 12, GLL: 6, GSA: 17, VTG: 8, ZDA: 6, VDM: 6, VDO: 6 },
  ...{ HDT: 2, HDG: 5, HDM: 2, VHW: 8, ROT: 2, RSA: 4, DPT: 2, DBT: 6, DBS: 6 },
  ...{ MWD: 8, MWV: 5, MDA: 20, MTW: 2, VDR: 6, RPM: 5, XDR: 4 },
}

/** Sentences that report the time: those with a date before those without. */
const CLOCK_RANK: Readonly<Record<string, number>> = { RMC: 0, ZDA: 1, GNS: 2, GGA: 3, GLL: 4 }

interface StatedTime {
  time: string | undefined
  date?: string
  /** Null where the sentence does not report whether the receiver has a fix. */
  hasFix: boolean | null
}

/** Time of day, date and fix of a sentence that reports the time. */
function statedTime(type: string, fields: string[]): StatedTime {
  switch (type) {
    case 'RMC':
      return { time: fields[0], date: fields[8] ?? '', hasFix: fields[1] === 'A' }
    case 'ZDA': {
      const [time, day = '', month = '', year = ''] = fields
      const date = day.padStart(2, '0') + month.padStart(2, '0') + year.slice(-2)
      return { time, date, hasFix: null }
    }
    case 'GNS':
      return { time: fields[0], hasFix: /[A-MO-Z]/.test(fields[5] ?? '') }
    case 'GGA':
      return { time: fields[0], hasFix: /^[1-9]$/.test(fields[5] ?? '') }
    default:
      return { time: fields[4], hasFix: fields[5] !== 'V' }
  }
}

/** Reads NMEA 0183 and the AIS sentences that travel with it. */
export class Nmea0183Decoder implements MessageDecoder {
  readonly #sink = new ReadingSink('nmea0183')
  readonly #clock: SentenceClock
  readonly #boat = newBoat()
  readonly #aisParts = new AisParts()
  /** True once a sentence had a checksum: a device that sends checksums sends one with every sentence. */
  #sendsSums = false
  /** Null before a sentence has reported whether there is a fix; true for good once there was one. */
  #hadFix: boolean | null = null
  /** The last time that the logger wrote; it also holds for the next lines. */
  #stampUs: number | null = null

  /** `writtenBeforeUs` gives a log without a date its day. */
  constructor(writtenBeforeUs: number | null = null) {
    this.#clock = new SentenceClock(writtenBeforeUs)
  }

  decode(message: Uint8Array, receivedUs: number | null): Decoded {
    for (const line of textLines(latin1(message))) {
      for (const text of sentencesIn(line)) this.#text(text, receivedUs)
    }
    const decoded = this.#sink.take()
    const dayUs = this.#clock.takeAssumedDayUs()
    if (dayUs === null) return decoded
    return {
      ...decoded,
      notes: [{ kind: 'assumed_date', date: new Date(dayUs / 1e3).toISOString().slice(0, 10) }],
    }
  }

  #text(text: string, receivedUs: number | null): void {
    this.#stampUs = loggerClockUs(text) ?? this.#stampUs
    const sentence = parseSentence(text)
    if (sentence === 'checksum') this.#sink.reject('checksum', 'sentence')
    else if (sentence === 'malformed') this.#sink.reject('malformed', 'line')
    else if (sentence === 'ignored') return
    else if (this.#isWhole(sentence)) this.#sentence(sentence, receivedUs)
    else this.#sink.reject('malformed', 'sentence without checksum')
  }

  /** Without a checksum a sentence must at least have all of its fields; RMC must have one by its own definition. */
  #isWhole({ summed, type, fields }: Sentence): boolean {
    this.#sendsSums ||= summed
    if (summed) return true
    return !this.#sendsSums && type !== 'RMC' && fields.length >= (LEAST_FIELDS[type] ?? 0)
  }

  #sentence({ stampUs, talker, type, fields }: Sentence, receivedUs: number | null): void {
    this.#stampUs = stampUs ?? this.#stampUs
    const loggedUs = stampUs ?? receivedUs ?? this.#stampUs
    const ownUs = this.#setClock(talker, type, fields, loggedUs)
    const read = Object.hasOwn(SENTENCE_READERS, type) ? SENTENCE_READERS[type] : undefined
    if (!read && type !== 'VDM') return
    const timeUs = ownUs ?? this.#clock.nowUs(loggedUs)
    if (timeUs === null) this.#sink.reject('no_time', `sentence ${type}`)
    else if (read) read(fields, { sink: this.#sink, boat: this.#boat, timeUs, source: talker + type })
    else this.#ais(fields, timeUs)
  }

  /**
   * Time of the sentence itself, null when the clock must date it. ZDA of a receiver that had no fix yet has
   * none.
   */
  #setClock(talker: string, type: string, fields: string[], loggedUs: number | null): number | null {
    const rank = CLOCK_RANK[type]
    if (rank === undefined) return null
    const { time, date, hasFix } = statedTime(type, fields)
    if (hasFix !== null) this.#hadFix = this.#hadFix === true || hasFix
    const isSure = hasFix ?? this.#hadFix ?? true
    return this.#clock.set({ rank, sender: talker }, { time, date, isSure }, loggedUs)
  }

  #ais(fields: string[], timeUs: number): void {
    const payload = this.#aisParts.add(fields)
    if (payload === 'broken') this.#sink.reject('malformed', 'AIS part')
    this.#rejectLostParts()
    if (payload === null || payload === 'broken') return
    const report = decodeAis(payload, timeUs)
    if (report === 'malformed') this.#sink.reject('malformed', 'AIS message')
    else if (report !== 'ignored') this.#sink.ais(report)
  }

  #rejectLostParts(all = false): void {
    const lost = this.#aisParts.takeLost(all)
    if (lost > 0) this.#sink.reject('malformed', 'AIS part', lost)
  }

  /** AIS messages that still wait for a part are refused. */
  end(): Decoded {
    this.#rejectLostParts(true)
    return this.#sink.take()
  }
}
