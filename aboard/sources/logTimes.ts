import type { MessageDecoder } from '#protocols/codec.ts'
import { decoderFor, type Format } from '#protocols/formats.ts'
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
    const decoder = this.#decoders.get(format) ?? decoderFor(format)
    this.#decoders.set(format, decoder)
    const { scalars, fixes, ais, faults, motion } = decoder.decode(bytes, null)
    for (const list of [scalars, fixes, ais, faults])
      for (const { timeUs } of list.slice(-1)) this.#ownMs = timeUs / 1000
    for (const { startUs } of motion) this.#ownMs = startUs / 1000
    return { ...message, arrivedMs: arrivedMs - Math.max(Date.now() - this.#ownMs, 0) }
  }
}
