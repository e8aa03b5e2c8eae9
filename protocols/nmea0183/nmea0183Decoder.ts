import type { Decoded } from '#contract/reading.ts'
import type { MessageDecoder } from '../codec.ts'
import { ReadingSink } from '../readingSink.ts'
import { latin1, textLines } from '../textLines.ts'
import { decodeAis } from './aisMessage.ts'
import { AisParts } from './aisParts.ts'
import { newBoat } from './heard.ts'
import { parseSentence, type Sentence } from './sentence.ts'
import { SentenceClock } from './sentenceClock.ts'
import { SENTENCE_READERS } from './sentenceReaders.ts'

/** Reads NMEA 0183 and the AIS sentences that travel with it. */
export class Nmea0183Decoder implements MessageDecoder {
  readonly #sink = new ReadingSink()
  readonly #clock: SentenceClock
  readonly #boat = newBoat()
  readonly #aisParts = new AisParts()

  /** `assumedUs`: about when a log without a date was written. */
  constructor(assumedUs: number | null = null) {
    this.#clock = new SentenceClock(assumedUs)
  }

  decode(message: Uint8Array, receivedUs: number | null): Decoded {
    for (const line of textLines(latin1(message))) {
      const sentence = parseSentence(line)
      if (sentence === 'checksum') this.#sink.reject('checksum', 'sentence')
      else if (sentence === 'malformed') this.#sink.reject('malformed', 'line')
      else if (sentence !== 'ignored') this.#sentence(sentence, receivedUs)
    }
    return this.#sink.take()
  }

  #sentence({ stampUs, talker, type, fields }: Sentence, receivedUs: number | null): void {
    const heardUs = stampUs ?? receivedUs
    this.#setClock(type, fields, heardUs)
    const read = Object.hasOwn(SENTENCE_READERS, type) ? SENTENCE_READERS[type] : undefined
    if (!read && type !== 'VDM') return
    const timeUs = this.#clock.nowUs(heardUs)
    if (timeUs === null) this.#sink.reject('no_time', `sentence ${type}`)
    else if (read) read(fields, { sink: this.#sink, boat: this.#boat, timeUs, source: talker + type })
    else this.#ais(fields, timeUs)
  }

  #setClock(type: string, fields: string[], heardUs: number | null): void {
    if (type === 'RMC') this.#clock.set(fields[0], fields[8], heardUs)
    else if (type === 'GGA' || type === 'GNS') this.#clock.set(fields[0], undefined, heardUs)
    else if (type === 'GLL') this.#clock.set(fields[4], undefined, heardUs)
    else if (type === 'ZDA') {
      const [time, day = '', month = '', year = ''] = fields
      this.#clock.set(time, day.padStart(2, '0') + month.padStart(2, '0') + year.slice(-2), heardUs)
    }
  }

  #ais(fields: string[], timeUs: number): void {
    const payload = this.#aisParts.add(fields)
    if (payload === 'broken') this.#sink.reject('malformed', 'AIS part')
    const report = payload === null || payload === 'broken' ? null : decodeAis(payload, timeUs)
    if (report) this.#sink.ais(report)
  }
}
