import { expect, test } from 'vitest'
import { nearestStem, stemPaths, timelineScale } from './timeline.ts'

const startMs = Date.parse('2026-06-17T16:00:00Z')
const scale = timelineScale([startMs, startMs + 3_600_000], 4, { width: 642, height: 134 })
const at = (minute: number, peak_impact: number) => ({
  peak_impact_time: new Date(startMs + minute * 60_000).toISOString(),
  peak_impact,
})

test('fills the width with the trip, and scales to at least five g', () => {
  expect([scale.x(startMs), scale.x(startMs + 3_600_000)]).toEqual([34, 634])
  expect(scale.gTicks.at(-1)).toBeGreaterThanOrEqual(5)
  expect([scale.y(0), scale.y(scale.gTicks.at(-1) ?? 0)]).toEqual([110, 10])
})

test('draws one path for each level, and stubs without dots outside the range', () => {
  const paths = stemPaths([at(6, 1), at(12, 1), at(30, 4)], scale, ({ peak_impact }) =>
    peak_impact > 3 ? 'high' : 'outside',
  )
  expect(paths.map(({ level }) => level)).toEqual(['outside', 'high'])
  expect(paths[0]?.stems.match(/M/g)).toHaveLength(2)
  expect(paths[0]?.dots).toBe('')
  expect(paths[1]?.dots).toMatch(/^M334 [\d.]+h0$/)
})

test('finds a stem at any height within reach of the pointer', () => {
  const events = [at(30, 4), at(31, 1)]
  expect(nearestStem(events, scale, { x: 335, y: 105 }, 24)).toBe(events[0])
  expect(nearestStem(events, scale, { x: 343, y: 105 }, 24)).toBe(events[1])
  expect(nearestStem(events, scale, { x: 343, y: scale.y(4) }, 24)).toBe(events[0])
  expect(nearestStem(events, scale, { x: 200, y: 60 }, 24)).toBeNull()
})
