import type { MessageDecoder } from '#protocols/codec.ts'
import type { Format } from '#protocols/formats.ts'
import { Nmea0183Decoder } from '#protocols/nmea0183/nmea0183Decoder.ts'
import { loadDecoders } from '../loadDecoders.ts'
import type { Message } from '../message.ts'

/**
 * Dates lines that a log contained before it was opened. Messages carry the monotonic time of their arrival, so an old line
 * gets an arrival that lies back as far as its own time. A line without a time has that of the line before.
 */
export class LogTimes {
  readonly #decoders = new Map<Format, MessageDecoder>()
  #ownMs: number

  /** `writtenMs` is the time of the last write, for a log that contains no times. */
  constructor(writtenMs: number) {
    this.#ownMs = writtenMs
  }

  date(message: Message): Message {
    const { format, bytes, arrivedMs } = message
    const decoder = this.#decoders.get(format) ?? decoderOf(format)
    this.#decoders.set(format, decoder)
    const { scalars, fixes, ais, faults, motion } = decoder.decode(bytes, null)
    for (const list of [scalars, fixes, ais, faults])
      for (const { timeUs } of list.slice(-1)) this.#ownMs = timeUs / 1000
    for (const { startUs } of motion) this.#ownMs = startUs / 1000
    return { ...message, arrivedMs: arrivedMs - Math.max(Date.now() - this.#ownMs, 0) }
  }
}

/** Most logs have NMEA 0183, which needs a small part of all decoders. */
const decoderOf = (format: Format): MessageDecoder =>
  format === 'nmea0183' ? new Nmea0183Decoder() : loadDecoders().decoderFor(format)
