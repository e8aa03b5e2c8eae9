import { expect, test } from 'vitest'
import type { AppendedInterval } from '#server/platform/events.ts'
import { LAST_FIXES } from '#server/telemetry/describeInterval.ts'
import { EVENTS } from '#server/testing/busCases.ts'
import { parseEvent, readPresence, toMessages } from './busWire.ts'

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
  const read = messages.flatMap((message) => {
    expect(JSON.stringify(message).length).toBeLessThan(500_000)
    const event = parsed(message)?.event
    return event?.type === 'readings.appended' ? event.intervals : []
  })
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
