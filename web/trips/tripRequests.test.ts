import { expect, test } from 'vitest'
import type { Trip } from '#contract/wire/trip.ts'
import { plotRequest } from './tripRequests.ts'

const trip = {
  id: '60000000-0000-4000-8000-000000000000',
  start_time: '2026-11-17T08:10:52Z',
  end_time: '2026-11-17T09:00:03Z',
  live: false,
} as Trip
const secondsAt = (clock: string) => Date.parse(`2026-11-17T${clock}:00Z`) / 1000

test('requests a minute of the trip by the second', () => {
  const { minute, fromMs, toMs, stepMs } = plotRequest(trip, ['sog'], { minute: secondsAt('08:10') })
  expect([minute, fromMs / 1000, toMs - fromMs, stepMs]).toEqual([
    ...[secondsAt('08:10'), secondsAt('08:10'), 60_000, 1000],
  ])
  expect(plotRequest(trip, ['sog'], { minute: secondsAt('09:00') }).minute).toBe(secondsAt('09:00'))
})

test('requests the whole trip when the minute lies outside it', () => {
  const whole = plotRequest(trip, ['sog'], {})
  for (const clock of ['08:09', '09:01', '23:00']) {
    const { minute, fromMs, toMs } = plotRequest(trip, ['sog'], { minute: secondsAt(clock) })
    expect([minute, fromMs, toMs]).toEqual([undefined, whole.fromMs, whole.toMs])
  }
})
