import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DeviceHealth } from '#contract/wire/deviceHealth.ts'
import { BoardClock } from '../clock/boardClock.ts'
import type { Message, SourceState } from '../message.ts'
import type { DataInterval } from '../queue/intervals.ts'
import { Queue } from '../queue/queue.ts'
import { DATA_CLASSES, type DataClass } from '../record.ts'
import { type LinkState, Sender } from '../send/sender.ts'
import { Shore } from '../send/shore.ts'
import { Thinner } from '../thin/thinner.ts'
import { lockFolder } from './lockFolder.ts'
import { bootId, machineState, monotonicMs } from './machine.ts'

const MOST_REASONS = 32
const MOST_SOURCES = 32
const LONGEST_TEXT = 200

export interface BoardOptions {
  server: string
  /** Folder for the queue, the clock and the credentials. */
  state: string
  /** Name of the program for the shore. */
  software: string
  diskBytes?: number
  bytesPerHour?: number | null
  bytesPerMonth?: number | null
  everyS?: number | null
  positionEveryS?: number
  /** A device that exists already; without it the program registers one. */
  credentials?: { id: string; secret: string } | null
  sources?: () => SourceState[]
  onLink?: (state: LinkState) => void
}

export interface Board {
  /** A taker for the messages of one source. */
  addSource(): (message: Message) => void
  link(): LinkState
  health(): DeviceHealth
  /** Ends sending, and resolves once everything taken is on disk. */
  close(): Promise<void>
}

/** Joins queue, clock and sender in one folder. */
export function startBoard(options: BoardOptions): Board {
  const { state: folder } = options
  const epoch = bootId()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  lockFolder(folder, epoch)
  const clock = new BoardClock({ path: join(folder, 'clock'), epoch, monotonicMs })
  const queue = new Queue({
    ...{ folder: join(folder, 'queue'), epoch, timeOf: (of, measuredMs) => clock.timeMs(of, measuredMs) },
    ...(options.diskBytes !== undefined && { maxBytes: options.diskBytes }),
  })
  const shore = new Shore(options.server, join(folder, 'device.json'), options.credentials ?? null)
  const rejected: Record<string, number> = {}
  const slots = new Map<string, number>()
  const thinners: Thinner[] = []
  const sender = new Sender({
    ...{ queue, clock, shore, monotonicMs, isOwnDevice: !options.credentials },
    ...(options.bytesPerHour && { bytesPerHour: options.bytesPerHour }),
    ...(options.bytesPerMonth && { bytesPerMonth: options.bytesPerMonth }),
    budgetFile: { path: join(folder, 'budget'), epoch },
    ...(options.everyS && { everyMs: options.everyS * 1000 }),
    ...(options.onLink && { onState: options.onLink }),
    report: () => health(),
  })
  // Sources date messages by the clock of this process.
  const sinceBootMs = monotonicMs() - performance.now()
  const sending = sender.run()

  function health(): DeviceHealth {
    const link = sender.state()
    const { waiting, dropped, damaged, diskBytes, maxBytes, error } = queue.state()
    const clockState = clock.state()
    const { disk_free_bytes, ...machine } = machineState(folder)
    const known = (ms: number) => (Number.isFinite(ms) ? ms : null)
    const intervals = queue.intervals()
    const budget = sender.budgetBytesPerSecond()
    const onWire = (some: readonly DataInterval[]) =>
      some.map(({ fromMs, toMs, bytes }) => ({ from: fromMs, to: toMs, bytes }))
    const inClasses = <Of>(of: (one: DataClass) => Of) =>
      Object.fromEntries(DATA_CLASSES.map((one) => [one, of(one)])) as Record<DataClass, Of>
    const refused = Object.entries({ ...rejected, ...link.refused }).slice(0, MOST_REASONS)
    return {
      software: options.software,
      clock_offset: clockState && Math.round(clockState.systemAheadMs),
      clock_origin: clockState?.origin ?? null,
      waiting: inClasses((one) => {
        const { records, bytes, fromMs, toMs } = waiting[one]
        return { records, bytes, from: known(fromMs), to: known(toMs), intervals: onWire(intervals[one]) }
      }),
      dropped: inClasses((one) => {
        const { records, bytes, fromMs, toMs, intervals } = dropped[one]
        return { records, bytes, from: fromMs, to: toMs, intervals: onWire(intervals) }
      }),
      asked: sender.asked().map((one) => ({
        ...{ id: one.id, waiting_bytes: queue.detailWithin(one), dropped: queue.isDetailDropped(one) },
      })),
      link_budget: budget && Math.round(budget),
      ...{ damaged, refused: Object.fromEntries(refused), link_rate: link.bytesPerSecond },
      ...{ disk_used_bytes: diskBytes, disk_limit_bytes: maxBytes, disk_free_bytes },
      ...{ disk_error: error?.slice(0, LONGEST_TEXT) ?? null, ...machine },
      sources: (options.sources?.() ?? []).slice(0, MOST_SOURCES).map((source) => ({
        name: source.name.slice(0, LONGEST_TEXT),
        connected: source.connected,
        silent_s:
          source.lastMessageMs === null
            ? null
            : Math.max(Math.round((performance.now() - source.lastMessageMs) / 1000), 0),
        error: source.error?.slice(0, LONGEST_TEXT) ?? null,
      })),
    }
  }

  return {
    addSource() {
      const thinner = new Thinner({
        append: (record) => queue.append(record),
        onGnssTime: (utcMs, atMs) => clock.noteGnss(utcMs, atMs),
        reject(reason) {
          rejected[reason] = (rejected[reason] ?? 0) + 1
        },
        impactLimitG: sender.impactLimitG,
        ...(options.positionEveryS && { positionEveryMs: options.positionEveryS * 1000 }),
        slots,
      })
      thinners.push(thinner)
      return (message) => {
        try {
          thinner.take({ ...message, arrivedMs: message.arrivedMs + sinceBootMs })
        } catch {
          // A message that breaks a reader must not end the program.
          rejected.malformed = (rejected.malformed ?? 0) + 1
        }
      }
    },
    link: sender.state,
    health,
    async close() {
      sender.stop()
      await sending
      for (const thinner of thinners) thinner.close()
      await queue.close()
    },
  }
}
