import type { Decoded, Rejection } from '#contract/reading.ts'
import type { MessageDecoder } from '#protocols/codec.ts'
import { decoderFor, FORMATS, type Format } from '#protocols/formats.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Device } from '#server/records/devices.ts'
import { passClock } from './clockGate.ts'
import { type Collector, countSamples } from './collector.ts'
import type { RejectionBook } from './rejectionBook.ts'

/** The largest message that is looked at, on every way in. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024

export type PairedDevice = Device & { vessel: NonNullable<Device['vessel']> }
export const isPaired = (device: Device): device is PairedDevice => device.vessel !== null
export const isFormat = (name: string): name is Format => (FORMATS as readonly string[]).includes(name)

export interface Taken {
  accepted: number
  rejected: Rejection[]
}

/** Where every way in ends: bytes become readings, pass the clock, and are stored before anyone is told so. */
export class Intake {
  readonly #collector: Collector
  readonly #book: RejectionBook
  readonly #clock: Clock

  constructor(collector: Collector, book: RejectionBook, clock: Clock) {
    this.#collector = collector
    this.#book = book
    this.#clock = clock
  }

  /** Resolves once every usable reading of the message is on disk; what was not usable is listed and noted. */
  async takeMessage(
    device: PairedDevice,
    decoders: Decoders,
    format: Format,
    message: Uint8Array,
  ): Promise<Taken> {
    if (message.length > MAX_MESSAGE_BYTES) {
      return this.takeDecoded(device, refusal('too_large', `A message of ${message.length} bytes.`))
    }
    const nowUs = this.#clock.nowMs() * 1000
    return this.takeDecoded(device, decoders.get(format).decode(message, nowUs))
  }

  async takeDecoded(device: PairedDevice, decoded: Decoded): Promise<Taken> {
    const passed = passClock(decoded, this.#clock.nowMs() * 1000)
    await this.#collector.store(device.vessel.number, passed)
    this.#book.note({ deviceId: device.id, vesselId: device.vessel.id }, passed.rejected)
    return { accepted: countSamples(passed), rejected: passed.rejected }
  }

  noteRefused(deviceId: string, reason: Rejection['reason'], detail: string) {
    this.#book.note({ deviceId, vesselId: null }, [{ reason, detail, count: 1 }])
  }
}

/** The decoders of one connection: some protocols build things up over several messages. */
export class Decoders {
  readonly #known = new Map<Format, MessageDecoder>()

  get(format: Format): MessageDecoder {
    const decoder = this.#known.get(format) ?? decoderFor(format)
    this.#known.set(format, decoder)
    return decoder
  }
}

const refusal = (reason: Rejection['reason'], detail: string): Decoded => ({
  scalars: [],
  fixes: [],
  imu: [],
  ais: [],
  faults: [],
  rejected: [{ reason, detail, count: 1 }],
})
