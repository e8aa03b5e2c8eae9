import { expect, test } from 'vitest'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { impactEvents } from './impactEvents.ts'

const peak = (timeS: number, sensor: number, peakG: number) => ({
  ...{ sensor, timeUs: Math.round(timeS * 1e6), peakG, jerkGPerS: 0, durationS: 0, riseS: 0, freeFallS: 0 },
  ...{ xG: 0, yG: 0, zG: peakG, clipped: false, coarse: false, degraded: false },
})

const MEASURED = [
  peak(10.62, 1, 0.9),
  peak(10, 1, 2.1),
  peak(10.04, 2, 3.4),
  peak(10.1, 3, 1),
  peak(11.2, 2, 3.01),
]

test('joins the peaks of several sensors into one impact', () => {
  const events = impactEvents(MEASURED).map(({ strongest, peaks }) => [
    strongest.timeUs / 1e6,
    strongest.peakG,
    Object.fromEntries(peaks.map(({ sensor, peakG }) => [sensor, peakG])),
  ])
  expect(events).toEqual(vectors.merge)
  expect(impactEvents(MEASURED).filter(({ strongest }) => strongest.peakG > 3)).toHaveLength(2)
})

test('does not chain peaks without end', () => {
  const chain = [0, 0.2, 0.4, 0.6, 0.8].map((timeS, i) => peak(timeS, i + 1, 1))
  expect(impactEvents(chain).map(({ peaks }) => peaks.length)).toEqual([3, 2])
  expect(impactEvents([peak(0, 1, 1), peak(0.26, 2, 1)])).toHaveLength(2)
  expect(impactEvents([peak(0, 1, 1), peak(0.25, 2, 1), peak(0.5, 3, 1)])).toHaveLength(1)
})

test('keeps the larger of two peaks of one sensor, and of equal peaks the lower sensor', () => {
  const [event] = impactEvents([peak(0, 2, 1), peak(0.1, 1, 2), peak(0.2, 2, 2)])
  expect(event?.peaks.map(({ timeUs }) => timeUs)).toEqual([100_000, 200_000])
  expect(event?.strongest.sensor).toBe(1)
  expect(impactEvents([])).toEqual([])
})
