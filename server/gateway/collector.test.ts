import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Decoded, type MotionBlock, nothingDecoded } from '#contract/reading.ts'
import type { BusEvent } from '#server/platform/events.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { Collector } from './collector.ts'

/** The appends that were asked for; the test says how each ends. */
interface Append {
  batch: readonly VesselReadings[]
  succeed(): void
  fail(): void
}
let appends: Append[]
let events: BusEvent[]
let collector: Collector

beforeEach(() => {
  vi.useFakeTimers()
  appends = []
  events = []
  const store = {
    append: (batch: readonly VesselReadings[]) =>
      new Promise<void>((resolve, reject) => {
        appends.push({ batch, succeed: resolve, fail: () => reject(new Error('the disk is full')) })
      }),
  }
  collector = new Collector(store, (event) => events.push(event), silentLog)
})
afterEach(() => vi.useRealTimers())

const scalars = (count: number, atS = 0): Decoded => ({
  ...nothingDecoded(),
  scalars: Array.from({ length: count }, (_, i) => ({
    timeUs: (atS + i) * 1e6,
    key: 'sog',
    instance: 0,
    value: i,
  })),
})

function motion(samples: number): Decoded {
  const column = new Int16Array(samples)
  const block: MotionBlock = {
    sensor: 1,
    startUs: 0,
    intervalUs: 20_000,
    forceX: column,
    forceY: column,
    forceZ: column,
    roll: column,
    pitch: column,
    yaw: column,
  }
  return { ...nothingDecoded(), motion: [block] }
}

/** What became of a promise so far. */
function watch(promise: Promise<void>) {
  const seen = { state: 'waiting', code: '' }
  promise.then(
    () => {
      seen.state = 'stored'
    },
    (error: { code: string }) => {
      seen.state = 'failed'
      seen.code = error.code
    },
  )
  return seen
}

const gather = () => vi.advanceTimersByTimeAsync(1000)
const settle = () => vi.advanceTimersByTimeAsync(0)
const timesOf = (append: Append | undefined) =>
  append?.batch.flatMap((one) => one.scalars.map(({ timeUs }) => timeUs / 1e6))

test('stores what many devices send as one batch, and tells each only once it is stored', async () => {
  const senders = [1, 2, 3].map((vessel) => watch(collector.store(vessel, scalars(2, vessel * 10))))
  const again = watch(collector.store(2, scalars(1, 90)))
  expect(appends).toHaveLength(0)
  await gather()
  expect(appends).toHaveLength(1)
  expect(appends[0]?.batch.map(({ vesselNumber, scalars }) => [vesselNumber, scalars.length])).toEqual([
    [1, 2],
    [2, 3],
    [3, 2],
  ])
  expect([...senders, again].map(({ state }) => state)).toEqual(Array(4).fill('waiting'))
  expect(events).toEqual([])
  appends[0]?.succeed()
  await settle()
  expect([...senders, again].map(({ state }) => state)).toEqual(Array(4).fill('stored'))
  expect(collector.appendedSamples).toBe(7)
  expect(events).toMatchObject([{ type: 'readings.appended', stretches: [{}, {}, {}] }])
})

test('does not wait for more once there is much', async () => {
  watch(collector.store(1, motion(60_000)))
  await settle()
  expect(appends).toHaveLength(1)
})

test('has nothing to store of a message without readings', async () => {
  await collector.store(1, nothingDecoded())
  await gather()
  expect(appends).toHaveLength(0)
})

test('gathers the next batch while one is being written, however much comes', async () => {
  watch(collector.store(1, motion(60_000)))
  await settle()
  const second = watch(collector.store(1, scalars(20)))
  const third = watch(collector.store(2, scalars(1)))
  await gather()
  expect(appends).toHaveLength(1)
  appends[0]?.succeed()
  await settle()
  expect(appends).toHaveLength(2)
  expect(appends[1]?.batch.map(({ vesselNumber }) => vesselNumber)).toEqual([1, 2])
  expect([second.state, third.state]).toEqual(['waiting', 'waiting'])
  appends[1]?.succeed()
  await settle()
  expect([second.state, third.state]).toEqual(['stored', 'stored'])
})

test('a log is stored in pieces, each after what is live', async () => {
  const log = Array.from({ length: 30 }, (_, hour) => watch(collector.store(9, scalars(1000, hour * 3600))))
  const vesselsOf = (append: Append | undefined) => append?.batch.map(({ vesselNumber }) => vesselNumber)
  const live = []
  for (let turn = 1; turn <= 3; turn++) {
    live.push(watch(collector.store(turn, scalars(1))))
    await gather()
    // What was being written is over, and the fleet's turn comes before the next piece of the log.
    appends.at(-1)?.succeed()
    await settle()
    expect(vesselsOf(appends.at(-1))).toEqual([turn])
    appends.at(-1)?.succeed()
    await settle()
    expect(vesselsOf(appends.at(-1))).toEqual([9])
    expect(live.map(({ state }) => state)).toEqual(Array(turn).fill('stored'))
  }
  const pieces = appends.filter((one) => vesselsOf(one)?.[0] === 9)
  expect(pieces.map((one) => timesOf(one)?.length)).toEqual([8000, 8000, 8000, 6000])
  appends.at(-1)?.succeed()
  await settle()
  expect(log.map(({ state }) => state)).toEqual(Array(30).fill('stored'))
  expect(collector.appendedSamples).toBe(30_003)
})

test('fails everybody of a batch that could not be stored, and nobody else', async () => {
  const failing = [watch(collector.store(1, scalars(1))), watch(collector.store(2, scalars(1)))]
  await gather()
  const later = watch(collector.store(3, scalars(1)))
  appends[0]?.fail()
  await settle()
  expect(failing).toEqual(Array(2).fill({ state: 'failed', code: 'unavailable' }))
  expect(later.state).toBe('waiting')
  expect(events).toEqual([])
  await vi.advanceTimersByTimeAsync(5000)
  expect(appends).toHaveLength(2)
  expect(appends[1]?.batch.map(({ vesselNumber }) => vesselNumber)).toEqual([3])
  appends[1]?.succeed()
  await settle()
  expect(later.state).toBe('stored')
  expect(collector.appendedSamples).toBe(1)
})

test('lets senders wait, and says so, while millions of samples are not stored yet', async () => {
  for (let i = 0; i < 40; i++) watch(collector.store(1, motion(50_000)))
  expect(collector.isFull).toBe(true)
  const waiting = watch(collector.store(2, scalars(1, 7)))
  await gather()
  // The first went at once, the others in pieces behind it; the one that waits is in none of them.
  appends[0]?.succeed()
  await settle()
  expect(collector.isFull).toBe(false)
  appends[1]?.succeed()
  await gather()
  appends[2]?.succeed()
  await settle()
  expect(appends.slice(0, 3).flatMap(timesOf)).toEqual([])
  expect(timesOf(appends[3])).toEqual([7])
  appends[3]?.succeed()
  await settle()
  expect(waiting.state).toBe('stored')
})

test('stores what still waits before it closes', async () => {
  watch(collector.store(1, scalars(1, 1)))
  await gather()
  const last = watch(collector.store(1, scalars(1, 2)))
  const closing = watch(collector.close())
  appends[0]?.succeed()
  await settle()
  expect(closing.state).toBe('waiting')
  expect(timesOf(appends[1])).toEqual([2])
  appends[1]?.succeed()
  await settle()
  expect([last.state, closing.state]).toEqual(['stored', 'stored'])
})

test('a fleet waits for each other longer than a few boats do, half a second at most', async () => {
  const storeAfter = async (vessels: number, ms: number) => {
    for (let vessel = 1; vessel <= vessels; vessel++) watch(collector.store(vessel, scalars(1)))
    const before = appends.length
    await vi.advanceTimersByTimeAsync(ms)
    return appends.length - before
  }
  expect(await storeAfter(3, 250)).toBe(1)
  appends.at(-1)?.succeed()
  await settle()
  expect(await storeAfter(50, 250)).toBe(1)
  appends.at(-1)?.succeed()
  await settle()
  expect(await storeAfter(3, 499)).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  appends.at(-1)?.succeed()
  await settle()
  expect(await storeAfter(3, 250)).toBe(1)
  appends.at(-1)?.succeed()
})
