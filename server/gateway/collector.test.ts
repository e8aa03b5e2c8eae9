import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Decoded, type MotionBlock, nothingDecoded } from '#contract/domain/reading.ts'
import type { BusEvent } from '#server/platform/events.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { Collector } from './collector.ts'

/** Requested appends; the test decides how each ends. */
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

/** Readings of one moment, which are live however many they are. */
const burst = (count: number): Decoded => ({
  ...nothingDecoded(),
  scalars: Array.from({ length: count }, (_, instance) => ({
    timeUs: 1e6,
    key: 'switch',
    instance,
    value: 1,
  })),
})

/** Minutes of one sensor: history. */
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

/** Records the current outcome of a promise. */
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
const vesselsOf = (append: Append | undefined) => append?.batch.map(({ vesselNumber }) => vesselNumber)
const timesOf = (append: Append | undefined) =>
  append?.batch.flatMap((one) => one.scalars.map(({ timeUs }) => timeUs / 1e6))

test('stores messages of many devices as one batch, and acknowledges them once stored', async () => {
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
  expect(events).toMatchObject([{ type: 'readings.appended', intervals: [{}, {}, {}] }])
})

test('stores at once when a batch is large', async () => {
  watch(collector.store(1, motion(60_000)))
  await settle()
  expect(appends).toHaveLength(1)
})

test('stores nothing for a message without readings', async () => {
  await collector.store(1, nothingDecoded())
  await gather()
  expect(appends).toHaveLength(0)
})

test('gathers the next batch while one is being written, however much arrives', async () => {
  watch(collector.store(1, burst(60_000)))
  await settle()
  const second = watch(collector.store(1, scalars(20)))
  const third = watch(collector.store(2, scalars(1)))
  await gather()
  expect(appends).toHaveLength(1)
  appends[0]?.succeed()
  await settle()
  expect(appends).toHaveLength(2)
  expect(vesselsOf(appends[1])).toEqual([1, 2])
  expect([second.state, third.state]).toEqual(['waiting', 'waiting'])
  appends[1]?.succeed()
  await settle()
  expect([second.state, third.state]).toEqual(['stored', 'stored'])
})

test('stores live readings at once while history is being written, however much of it waits', async () => {
  const hour = scalars(1000)
  for (let i = 0; i < 300; i++) watch(collector.store(9, hour))
  await settle()
  expect(appends.map(vesselsOf)).toEqual([[9]])
  for (let turn = 1; turn <= 3; turn++) {
    const live = watch(collector.store(turn, scalars(1)))
    await gather()
    expect(vesselsOf(appends.at(-1))).toEqual([turn])
    appends.at(-1)?.succeed()
    await settle()
    expect(live.state).toBe('stored')
  }
  expect(appends).toHaveLength(4)
})

test('stores history at once while live readings are being written, however many wait', async () => {
  const moment = burst(100)
  for (let vessel = 1; vessel <= 1000; vessel++) watch(collector.store(vessel, moment))
  await settle()
  expect(appends).toHaveLength(1)
  for (let turn = 1; turn <= 3; turn++) {
    const history = watch(collector.store(2000, scalars(1000, turn * 3600)))
    await gather()
    expect(vesselsOf(appends.at(-1))).toEqual([2000])
    appends.at(-1)?.succeed()
    await settle()
    expect(history.state).toBe('stored')
  }
  expect(appends).toHaveLength(4)
})

test('writes waiting history in batches of at most 400,000 samples and one message', async () => {
  const hours = scalars(4000)
  const log = Array.from({ length: 250 }, () => watch(collector.store(9, hours)))
  for (let batch = 0; batch < 4; batch++) {
    await gather()
    expect(appends).toHaveLength(batch + 1)
    appends[batch]?.succeed()
    await settle()
  }
  expect(appends.map((one) => timesOf(one)?.length)).toEqual([20_000, 400_000, 400_000, 180_000])
  expect(log.map(({ state }) => state)).toEqual(Array(250).fill('stored'))
  expect(collector.appendedSamples).toBe(1_000_000)
})

test('writes the last samples of long history right after the batch before', async () => {
  const hours = scalars(4000)
  const log = Array.from({ length: 106 }, () => watch(collector.store(9, hours)))
  await settle()
  appends[0]?.succeed()
  // Gathering ends while the second batch is being written.
  await gather()
  expect(appends).toHaveLength(2)
  appends[1]?.succeed()
  await settle()
  appends[2]?.succeed()
  await settle()
  expect(appends.map((one) => timesOf(one)?.length)).toEqual([20_000, 400_000, 4000])
  expect(log.map(({ state }) => state)).toEqual(Array(106).fill('stored'))
})

test('gathers history no longer when live batches of a fleet or a slow store gather longest', async () => {
  for (let vessel = 1; vessel <= 50; vessel++) watch(collector.store(vessel, scalars(1)))
  await vi.advanceTimersByTimeAsync(250)
  appends[0]?.succeed()
  await settle()
  watch(collector.store(1, scalars(1)))
  watch(collector.store(99, scalars(1000)))
  await vi.advanceTimersByTimeAsync(250)
  expect(appends.slice(1).map(vesselsOf)).toEqual([[99]])
})

test('has room for history while live samples fill their queue, and none while a million of history wait', async () => {
  watch(collector.store(1, burst(1_000_000)))
  expect(collector.isFull).toBe(true)
  const beside = watch(collector.roomForHistory())
  await settle()
  expect(beside.state).toBe('stored')
  watch(collector.store(2, motion(1_000_000)))
  const after = watch(collector.roomForHistory())
  appends[0]?.succeed()
  await settle()
  expect([collector.isFull, after.state]).toEqual([false, 'waiting'])
  appends[1]?.succeed()
  await settle()
  expect(after.state).toBe('stored')
})

test('treats positions over more than a minute as history', async () => {
  const at = (second: number) => ({
    ...{ timeUs: second * 1e6, latitudeDeg: 64, longitudeDeg: -22, hdop: null, valid: true },
  })
  watch(collector.store(1, burst(20_000)))
  watch(collector.store(2, { ...nothingDecoded(), fixes: [at(0), at(61)] }))
  watch(collector.store(3, { ...nothingDecoded(), fixes: [at(0), at(60)] }))
  await gather()
  // The live batch is still being written, so a live message waits.
  expect(appends.map(vesselsOf)).toEqual([[1], [2]])
})

test('stores live readings while history cannot be stored, and the reverse', async () => {
  for (const [failing, other] of [
    [motion(20_000), scalars(1)],
    [burst(20_000), motion(6000)],
  ] as const) {
    const failed = watch(collector.store(1, failing))
    await settle()
    appends.at(-1)?.fail()
    const stored = watch(collector.store(2, other))
    await vi.advanceTimersByTimeAsync(250)
    expect(vesselsOf(appends.at(-1))).toEqual([2])
    appends.at(-1)?.succeed()
    await settle()
    expect([failed.state, stored.state]).toEqual(['failed', 'stored'])
  }
})

test('fails every sender of a batch that could not be stored, and no other', async () => {
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

test('delays senders and reports to be full while a million live samples are not yet stored', async () => {
  const many = burst(50_000)
  for (let i = 0; i < 20; i++) watch(collector.store(1, many))
  expect(collector.isFull).toBe(true)
  const waiting = watch(collector.store(2, scalars(1, 7)))
  const history = watch(collector.store(3, motion(20_000)))
  await gather()
  // History has a queue of its own; the live message is in no batch yet.
  expect(appends.map(vesselsOf)).toEqual([[1], [3]])
  appends[1]?.succeed()
  appends[0]?.succeed()
  await settle()
  expect(history.state).toBe('stored')
  expect(collector.isFull).toBe(false)
  appends[2]?.succeed()
  await gather()
  expect(vesselsOf(appends[3])).toEqual([2])
  appends[3]?.succeed()
  await settle()
  expect(waiting.state).toBe('stored')
})

test('delays senders of history alone while a million of its samples are not yet stored', async () => {
  const many = motion(50_000)
  for (let i = 0; i < 20; i++) watch(collector.store(1, many))
  expect(collector.isFull).toBe(false)
  const waiting = watch(collector.store(2, motion(5000)))
  const live = watch(collector.store(3, scalars(1)))
  await gather()
  expect(appends.map(vesselsOf)).toEqual([[1], [3]])
  appends[1]?.succeed()
  await settle()
  expect([waiting.state, live.state]).toEqual(['waiting', 'stored'])
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

test('gathers longer for a fleet than for a few boats, half a second at most', async () => {
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
