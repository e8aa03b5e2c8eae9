import { expect, test } from 'vitest'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { impactEvents } from './impactEvents.ts'

const hit = (timeS: number, sensor: number, peakG: number) => ({
  ...{ sensor, timeUs: Math.round(timeS * 1e6), peakG, jerkGPerS: 0, durationS: 0, riseS: 0, freeFallS: 0 },
  ...{ xG: 0, yG: 0, zG: peakG, clipped: false, coarse: false, degraded: false },
})

const FELT = [hit(10.62, 1, 0.9), hit(10, 1, 2.1), hit(10.04, 2, 3.4), hit(10.1, 3, 1), hit(11.2, 2, 3.01)]

test('joins what several sensors felt of one hit', () => {
  const events = impactEvents(FELT).map(({ strongest, impacts }) => [
    strongest.timeUs / 1e6,
    strongest.peakG,
    Object.fromEntries(impacts.map(({ sensor, peakG }) => [sensor, peakG])),
  ])
  expect(events).toEqual(vectors.merge)
  expect(impactEvents(FELT).filter(({ strongest }) => strongest.peakG > 3)).toHaveLength(2)
})

test('does not chain hits without end', () => {
  const chain = [0, 0.2, 0.4, 0.6, 0.8].map((timeS, i) => hit(timeS, i + 1, 1))
  expect(impactEvents(chain).map(({ impacts }) => impacts.length)).toEqual([3, 2])
  expect(impactEvents([hit(0, 1, 1), hit(0.26, 2, 1)])).toHaveLength(2)
  expect(impactEvents([hit(0, 1, 1), hit(0.25, 2, 1), hit(0.5, 3, 1)])).toHaveLength(1)
})

test('keeps the larger of two peaks of one sensor, and of equal ones the lower sensor', () => {
  const [event] = impactEvents([hit(0, 2, 1), hit(0.1, 1, 2), hit(0.2, 2, 2)])
  expect(event?.impacts.map(({ timeUs }) => timeUs)).toEqual([100_000, 200_000])
  expect(event?.strongest.sensor).toBe(1)
  expect(impactEvents([])).toEqual([])
})
