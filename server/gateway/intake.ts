import { type Decoded, nothingDecoded, type Rejection } from '#contract/domain/reading.ts'
import type { ReceivedFormat, Way } from '#contract/wire/device.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { MessageDecoder } from '#protocols/codec.ts'
import { decoderFor, FORMATS, type Format } from '#protocols/formats.ts'
import { readLog } from '#protocols/readLog.ts'
import type { Clock } from '#server/platform/clock.ts'
import { MOST_OFF_MS } from '#server/platform/clockCheck.ts'
import type { Log } from '#server/platform/log.ts'
import type { Device } from '#server/records/devices.ts'
import { extentOf } from '#server/telemetry/describeInterval.ts'
import { addRejections } from './addRejections.ts'
import { passClock } from './clockGate.ts'
import { type Collector, countSamples } from './collector.ts'
import { DecodingTurns } from './decodingTurns.ts'
import type { DeviceActivity } from './deviceActivity.ts'
import type { GnssClock } from './gnssClock.ts'
import type { InstanceNumbers } from './instanceNumbers.ts'
import type { NoticeLog } from './noticeLog.ts'
import type { RejectionLog } from './rejectionLog.ts'
import { routeByTime } from './routeByTime.ts'
import { addWeeks, unrollWeeks } from './weekRollover.ts'

/** The largest accepted batch, unpacked. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024
/** Largest document that is parsed in one go: a larger one would delay all other requests. */
export const MAX_JSON_BYTES = 1024 * 1024

export type PairedDevice = Device & { vessel: NonNullable<Device['vessel']> }
export const isPaired = (device: Device): device is PairedDevice => device.vessel !== null
export const isFormat = (name: string): name is Format => (FORMATS as readonly string[]).includes(name)

export interface Taken {
  accepted: number
  rejected: Rejection[]
}

export interface TakenOfLog extends Taken {
  /** First and last time of the stored readings; null without any. */
  span: { fromUs: number; toUs: number } | null
  /** True where weeks were added to at least one time. */
  isMoved: boolean
}

/**
 * Last step of every way in: decodes bytes to readings, checks their clock, and stores them before the
 * acknowledgement.
 */
export class Intake {
  readonly #collector: Collector
  readonly #rejectionLog: RejectionLog
  readonly #instances: Pick<InstanceNumbers, 'number'>
  readonly #activity: DeviceActivity
  readonly #notices: NoticeLog
  readonly #clock: Clock
  readonly #isClockRight: () => boolean
  readonly #gnss: GnssClock
  readonly #log: Log
  readonly #turns: DecodingTurns

  constructor(given: {
    collector: Collector
    rejectionLog: RejectionLog
    instances: Pick<InstanceNumbers, 'number'>
    activity: DeviceActivity
    notices: NoticeLog
    clock: Clock
    isClockRight: () => boolean
    gnss: GnssClock
    log: Log
  }) {
    this.#collector = given.collector
    this.#rejectionLog = given.rejectionLog
    this.#instances = given.instances
    this.#activity = given.activity
    this.#notices = given.notices
    this.#clock = given.clock
    this.#isClockRight = given.isClockRight
    this.#gnss = given.gnss
    this.#log = given.log
    this.#turns = new DecodingTurns(() => this.#collector.roomForHistory())
  }

  /** True while senders that can come back later should do so. */
  get isFull(): boolean {
    return this.#collector.isFull
  }

  /**
   * Resolves once every usable reading of the message is on disk; unusable input is listed and noted. A
   * device sends a message when it measures, so readings without a time count as measured now.
   */
  async takeMessage(device: Device, decoders: Decoders, format: Format, message: Uint8Array): Promise<Taken> {
    await this.#turns.wait(decoders, message.length)
    this.#requireClock()
    const decoded = this.#decode(device, decoders, format, message)
    this.#noteGnss(device, decoded)
    const taken = await this.takeDecoded(device, decoded)
    this.#activity.note(device.id, { way: decoders.way, format, decoded, samples: taken.accepted })
    return taken
  }

  /** Stores what an app or tracker sent, whose times are those of measurement. */
  async takeReports(
    device: PairedDevice,
    { way, format, decoded }: { way: Way; format: ReceivedFormat; decoded: Decoded },
  ): Promise<Taken> {
    const taken = await this.takeDecoded(device, decoded)
    this.#activity.note(device.id, { way, format, decoded, samples: taken.accepted })
    return taken
  }

  async takeDecoded(device: Device, sent: Decoded): Promise<Taken> {
    this.#requireClock()
    const nowUs = this.#clock.nowMs() * 1000
    const { decoded, weeks, refusedUs } = unrollWeeks(sent, nowUs)
    const passed = passClock(decoded, nowUs)
    this.#requirePassed(decoded, passed, nowUs)
    const { parts, rejected: ofNobody } = routeByTime(passed, device.spans)
    const numbered = await Promise.all(
      [...parts].map(async ([number, part]) => {
        const { readings, rejected } = await this.#instances.number(number, part)
        await this.#collector.store(number, readings)
        return { samples: countSamples(readings), rejected }
      }),
    )
    const rejected = [...passed.rejected, ...ofNobody, ...numbered.flatMap(({ rejected }) => rejected)]
    const { id: deviceId, vessel } = device
    this.#rejectionLog.note({ deviceId, vesselId: vessel?.id ?? null }, rejected)
    if (vessel) {
      const source = { deviceId, vesselId: vessel.id }
      if (passed.rejected.length > decoded.rejected.length) this.#notices.note(source, 'clock_invalid')
      if (weeks !== null) this.#notices.note(source, 'gps_week_corrected', weeks)
      if (refusedUs !== null) this.#notices.note(source, 'gps_date_refused', refusedUs / 1000)
    }
    return { accepted: sumOf(numbered, ({ samples }) => samples), rejected }
  }

  /**
   * Stores the readings of a log for the vessel that a person names, whatever device wrote it. `weeks` are added to times
   * that are behind by so many.
   */
  async takeLogged(vessel: { id: string; number: number }, logged: Decoded, weeks = 0): Promise<TakenOfLog> {
    this.#requireClock()
    const nowUs = this.#clock.nowMs() * 1000
    const { decoded, isMoved } = addWeeks(logged, weeks, nowUs)
    const passed = passClock(decoded, nowUs)
    const { readings, rejected: unnumbered } = await this.#instances.number(vessel.number, passed)
    await this.#collector.store(vessel.number, readings)
    const rejected = [...passed.rejected, ...unnumbered]
    this.#rejectionLog.note({ deviceId: null, vesselId: vessel.id }, rejected)
    return {
      accepted: countSamples(readings),
      rejected,
      span: extentOf(readings),
      isMoved,
    }
  }

  /** Refuses data while the clock is wrong, so that devices keep it: readings would be rejected, or get wrong times. */
  #requireClock() {
    if (!this.#isClockRight()) throw new Problem('unavailable', WRONG_CLOCK)
  }

  /**
   * Refuses a message while it is rejected because this server's clock is behind: by the satellite time of other boats its
   * readings are not from the future.
   */
  #requirePassed(sent: Decoded, passed: Decoded, nowUs: number) {
    if (passed.rejected.length === sent.rejected.length) return
    const aheadMs = this.#gnss.aheadMs()
    if (aheadMs === null || aheadMs > -MOST_OFF_MS) return
    const refused = refusedByClock(passed)
    if (refusedByClock(passClock(sent, nowUs - aheadMs * 1000)) < refused)
      throw new Problem('unavailable', WRONG_CLOCK)
  }

  #noteGnss({ vessel }: Device, { fixes }: Decoded) {
    if (!vessel || fixes.length === 0) return
    const newestUs = fixes.reduce((newest, { timeUs }) => Math.max(newest, timeUs), 0)
    this.#gnss.note({ vesselId: vessel.id, organizationId: vessel.organizationId }, newestUs)
  }

  #decode(device: Device, decoders: Decoders, format: Format, message: Uint8Array): Decoded {
    if (message.length > MAX_MESSAGE_BYTES)
      return refusal('too_large', `A message of ${message.length} bytes.`)
    try {
      return decoders.get(format).decode(message, this.#clock.nowMs() * 1000)
    } catch (error) {
      decoders.forget(format)
      return this.#unreadable(device, format, error)
    }
  }

  /**
   * Decoders do not throw. After an unexpected exception the message is still acknowledged, so that its
   * device does not send it for ever.
   */
  #unreadable(device: Device, format: Format, error: unknown): Decoded {
    this.#log.error('a decoder failed', { error, format, deviceId: device.id })
    return refusal('malformed', `This ${format} message could not be read.`)
  }

  /**
   * Stores what a device gathered, chunk by chunk. Its readings were measured earlier, so readings without a
   * time are rejected. A batch uses fresh decoders, so a repeated batch gives equal results.
   */
  async takeBatch(device: PairedDevice, format: Format, chunks: AsyncIterable<Uint8Array>): Promise<Taken> {
    const batches: Decoded[] = []
    try {
      for await (const decoded of readLog(chunks, format)) batches.push(decoded)
    } catch (error) {
      batches.push(this.#unreadable(device, format, error))
    }
    const taken = await Promise.all(batches.map((decoded) => this.takeDecoded(device, decoded)))
    const rejected: Rejection[] = []
    for (const one of taken) addRejections(rejected, one.rejected)
    const accepted = sumOf(taken, (one) => one.accepted)
    const [decoded] = batches.slice(-1)
    this.#activity.note(device.id, {
      way: 'http',
      format,
      samples: accepted,
      ...(decoded ? { decoded } : {}),
    })
    return { accepted, rejected }
  }

  /** Notes a whole message that cannot be used. */
  async setAside(
    device: PairedDevice,
    reason: Rejection['reason'],
    detail: string,
    count = 1,
  ): Promise<Taken> {
    return this.takeDecoded(device, refusal(reason, detail, count))
  }

  /** Notes incomplete input of a connection that has ended, such as half a fast packet. */
  noteUnfinished(source: { deviceId: string; vesselId: string | null }, decoders: Decoders) {
    this.#rejectionLog.note(source, decoders.end())
  }

  /** Notes sentences that are lost, because they could not be stored and NMEA 0183 has no acknowledgement. */
  noteLost({ id, vessel }: PairedDevice, count: number) {
    const rejected = [{ reason: 'not_stored' as const, detail: 'sentence', count }]
    this.#rejectionLog.note({ deviceId: id, vesselId: vessel.id }, rejected)
  }

  /** Notes the contact of an unpaired device; its data is dropped. */
  noteRefused(deviceId: string, way: Way, reason: Rejection['reason'], detail: string) {
    this.#activity.note(deviceId, { way })
    this.#rejectionLog.note({ deviceId, vesselId: null }, [{ reason, detail, count: 1 }])
  }
}

/** The decoders of one connection: some protocols build a reading from several messages. */
export class Decoders {
  /** The way of the connection. */
  readonly way: Way
  /** The turn of the last message of the connection while it waits, see `DecodingTurns`. */
  lastTurn: Promise<void> | null = null
  readonly #known = new Map<Format, MessageDecoder>()

  constructor(way: Way) {
    this.way = way
  }

  get(format: Format): MessageDecoder {
    const decoder = this.#known.get(format) ?? decoderFor(format)
    this.#known.set(format, decoder)
    return decoder
  }

  /** Rejections of incomplete input. */
  end(): Rejection[] {
    return [...this.#known.values()].flatMap((decoder) => decoder.end?.().rejected ?? [])
  }

  forget(format: Format): void {
    this.#known.delete(format)
  }
}

const sumOf = <Item>(items: readonly Item[], countOf: (item: Item) => number) =>
  items.reduce((sum, item) => sum + countOf(item), 0)

const WRONG_CLOCK = 'The clock of the server is wrong. Keep the data and send it again later.'

const refusedByClock = ({ rejected }: Decoded) =>
  sumOf(rejected, ({ reason, count }) => (reason === 'future_time' ? count : 0))

const refusal = (reason: Rejection['reason'], detail: string, count = 1): Decoded => ({
  ...nothingDecoded(),
  rejected: [{ reason, detail, count }],
})
