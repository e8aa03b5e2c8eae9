import { expect, test } from 'vitest'
import type { AppendedInterval } from '#server/platform/events.ts'
import { ALL_PARTITIONS, PARTITIONS, partitionOf } from '#server/platform/partitions.ts'
import { LAST_FIXES } from '#server/telemetry/describeInterval.ts'
import { EVENTS } from '#server/testing/busCases.ts'
import { parseEvent, readPresence, toMessages, topicOf } from './busWire.ts'

const interval = (vesselNumber: number): AppendedInterval => ({
  ...{ vesselNumber, fromUs: 1, toUs: 9, motion: [], maxSogMps: null, lastFixes: [], newest: {} },
  readings: { scalars: [], fixes: [], faults: [] },
})
const parsed = (event: object) => parseEvent(JSON.stringify({ from: 'me', count: 1, event }))

test('leaves stored data out of messages, and keeps each below what brokers accept', () => {
  const motion = Array.from({ length: 5000 }, (_, i) => ({ fromUs: i * 10, toUs: i * 10 + 5 }))
  const fix = { timeUs: 1e15, latitudeDeg: 641_277_778 * 1e-7, longitudeDeg: -21.9, hdop: 0.91, valid: true }
  const lastFixes = Array.from({ length: LAST_FIXES }, () => ({ ...fix, source: 2 ** 31 }))
  const intervals = Array.from({ length: 250 }, (_, i) => ({ ...interval(i), motion, lastFixes }))
  const messages = toMessages({ type: 'readings.appended', intervals })
  const read = messages.flatMap(({ event: message }) => {
    expect(JSON.stringify(message).length).toBeLessThan(500_000)
    const event = parsed(message)?.event
    return event?.type === 'readings.appended' ? event.intervals : []
  })
  read.sort((a, b) => a.vesselNumber - b.vesselNumber)
  expect(read.map(({ vesselNumber }) => vesselNumber)).toEqual(
    intervals.map(({ vesselNumber }) => vesselNumber),
  )
  expect(read[0]).toEqual({
    ...interval(0),
    lastFixes,
    readings: undefined,
    motion: [{ fromUs: 0, toUs: 49_995 }],
  })
})

test('sends what is about many vessels by partition, in their order, and everything else whole', () => {
  const numbers = Array.from({ length: 7000 }, (_, i) => i)
  const stored = numbers.map((vesselNumber) => ({ vesselNumber, fromUs: 1, toUs: 2, isNewSource: false }))
  for (const event of [
    { type: 'readings.appended', intervals: numbers.map(interval) },
    { type: 'samples.stored', from: 'me', stored },
  ] as const) {
    const received = new Map<string, number[]>()
    for (const { topic, event: one } of toMessages(event)) {
      const all = one.type === 'readings.appended' ? one.intervals : 'stored' in one ? one.stored : []
      received.set(topic, [...(received.get(topic) ?? []), ...all.map(({ vesselNumber }) => vesselNumber)])
    }
    expect(received.size).toBe(PARTITIONS)
    for (const partition of ALL_PARTITIONS)
      expect(received.get(topicOf(event.type, partition))).toEqual(
        numbers.filter((number) => partitionOf(number) === partition),
      )
  }
  const changed = { type: 'device.changed', deviceId: 'box' } as const
  expect(toMessages(changed)).toEqual([{ topic: 'device.changed', event: changed }])
})

test('skips events of another version, and delivers the rest', () => {
  const event = {
    type: 'readings.appended',
    intervals: [{ ...interval(1), newest: { sog: [1, 2, 3], warp_factor: [1, 2, 3] } }],
  }
  expect(parsed(event)?.event).toMatchObject({ intervals: [{ newest: { sog: [1, 2, 3] } }] })
  expect(JSON.stringify(parsed(event))).not.toContain('warp')
})

test.each([
  ...EVENTS.flatMap((event) =>
    Object.keys(event)
      .filter((key) => key !== 'type')
      .map((key) => ({ ...event, [key]: { $ne: null } })),
  ),
  { type: 'events.missed', sinceMs: 0 },
  { type: '__proto__' },
])('rejects an invalid $type: %j', (event) => {
  expect(parsed(event)).toBeNull()
})

test.each(['', '{', 'null', '[]', '{"from":"me"}', '{"from":"me","counts":{"a":-1},"isLeaving":false}'])(
  'rejects %s',
  (text) => {
    expect(parseEvent(text)).toBeNull()
    expect(readPresence(text)).toBeNull()
  },
)
