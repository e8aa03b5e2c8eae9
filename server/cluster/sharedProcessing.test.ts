import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_US } from '#contract/domain/time.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { ALL_PARTITIONS, partitionOf } from '#server/platform/partitions.ts'
import type { Processing } from '#server/processing/loop/startProcessing.ts'
import { viewOfOwn, viewOfProcessing } from './sharedProcessing.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const STEPS = [{ step: 'trips', waiting: 2, lagS: 1, failures: 0 }]
const processing = {
  partitions: () => [partitionOf(3), partitionOf(4)],
  waiting: () => 0.25,
  waitingWork: () => [{ vesselNumber: 3, spans: [{ fromUs: 0, toUs: 10_000_000 }] }],
  figures: () => STEPS,
} as unknown as Processing

test('returns the waiting work of another process, and all work while no process has the vessel', () => {
  const bus = inProcessBus(() => undefined)
  const here = { running: null as Processing | null }
  const there = viewOfProcessing(bus, here)
  const view = viewOfProcessing(bus, null)
  const interval = { fromUs: 5_000_000, toUs: 25_000_000 }
  expect([view.waiting(3, interval), view.figures()]).toEqual([1, []])
  here.running = processing
  vi.advanceTimersByTime(1000)
  // All data waits for vessels that no process has.
  expect(view.waiting(5, interval)).toBe(1)
  // Five of twenty seconds, and one second for a moment.
  expect(view.waiting(3, interval)).toBeCloseTo(0.3)
  expect([view.waiting(4, interval), view.figures()]).toEqual([0, STEPS])
  expect(there.waiting(3, interval)).toBe(0.25)
  here.running = null
  vi.advanceTimersByTime(10_000)
  expect(view.waiting(4, interval)).toBe(0)
  vi.advanceTimersByTime(10_000)
  expect([view.waiting(4, interval), there.waiting(4, interval), view.figures()]).toEqual([1, 1, []])
  view.close()
  there.close()
})

test('counts the work before a moment over all processes, and some while partitions have no process', () => {
  const bus = inProcessBus(() => undefined)
  const half = (isOdd: number, toUs: number) => ({
    running: {
      ...processing,
      partitions: () => ALL_PARTITIONS.filter((partition) => partition % 2 === isOdd),
      waitingWork: () => [{ vesselNumber: 3, spans: [{ fromUs: 0, toUs }] }],
      waitingBeforeUs: () => 1_000_000,
    } as unknown as Processing,
  })
  const view = viewOfProcessing(bus, half(0, 0))
  expect(view.waitingBeforeUs(20_000_000)).toBe(HOUR_US)
  const other = viewOfProcessing(bus, half(1, 30_000_000))
  vi.advanceTimersByTime(1000)
  expect([view.waitingBeforeUs(20_000_000), view.waitingBeforeUs(40_000_000)]).toEqual([21e6, 31e6])
  other.close()
  view.close()
})

test('publishes nothing in a single process', () => {
  const bus = inProcessBus(() => undefined)
  const published: unknown[] = []
  bus.subscribe('work.waits', (event) => published.push(event))
  const view = viewOfOwn({ running: processing })
  vi.advanceTimersByTime(5000)
  expect([published, view.waiting(3, { fromUs: 0, toUs: 1 })]).toEqual([[], 0.25])
  view.close()
})

test('publishes the waiting work of each of several processes', () => {
  const bus = inProcessBus(() => undefined)
  const of = (vesselNumber: number) => ({
    running: {
      ...processing,
      partitions: () => [partitionOf(vesselNumber)],
      waitingWork: () => [{ vesselNumber, spans: [{ fromUs: 0, toUs: 20_000_000 }] }],
    } as unknown as Processing,
  })
  const views = [viewOfProcessing(bus, of(1)), viewOfProcessing(bus, of(2))]
  const view = viewOfProcessing(bus, null)
  vi.advanceTimersByTime(1000)
  expect([1, 2, 3].map((number) => view.waiting(number, { fromUs: 0, toUs: 20_000_000 }))).toEqual([1, 1, 1])
  expect([1, 2].map((number) => view.waiting(number, { fromUs: 30_000_000, toUs: 40_000_000 }))).toEqual([
    0, 0,
  ])
  expect(view.figures()).toEqual([{ step: 'trips', waiting: 4, lagS: 1, failures: 0 }])
  expect(views[0]?.here()).toEqual({ steps: STEPS, partitions: 1 })
  for (const one of [...views, view]) one.close()
})

test('receives no reports of other processes when it is never asked', () => {
  const bus = inProcessBus(() => undefined)
  const reporting = viewOfProcessing(bus, { running: processing })
  const [asked, unasked] = [viewOfProcessing(bus, null), viewOfProcessing(bus, null, false)]
  vi.advanceTimersByTime(1000)
  expect([asked.figures(), unasked.figures()]).toEqual([STEPS, []])
  for (const view of [reporting, asked, unasked]) view.close()
})
