import { expect, test } from 'vitest'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import { fromLocalField, toLocalField } from '../../forms/localField.ts'
import { isTooShort, likelySplit, minutesOf } from './tripSpan.ts'

const span = { fromMs: 0, toMs: 1_000_000 }
const point = (timestamp: number, sog: number | null): PathPoint => ({
  timestamp,
  sog,
  latitudeDeg: 64,
  longitudeDeg: -22,
  cog: null,
  alt: null,
})

test('proposes to split a trip where it was slowest, away from its ends', () => {
  const points = [
    point(10_000, 0.1),
    point(200_000, 12),
    point(430_400, 0.6),
    point(600_000, 2),
    point(700_000, null),
    point(990_000, 0),
  ]
  expect(likelySplit(points, span)).toBe(430_000)
})

test('proposes the middle when the trip has no path', () => {
  expect(likelySplit([], span)).toBe(500_000)
})

test('calls a part too short by its time or its distance', () => {
  // A tenth of a minute of latitude every minute: 0.1 nmi.
  const path = Array.from({ length: 11 }, (_, minute) => ({
    ...point(minute * 60_000, 6),
    latitudeDeg: 64 + Math.min(minute, 5) / 600,
  }))
  expect(isTooShort(path, { fromMs: 0, toMs: 119_000 })).toBe(true)
  expect(isTooShort(path, { fromMs: 0, toMs: 300_000 })).toBe(false)
  expect(isTooShort(path, { fromMs: 300_000, toMs: 600_000 })).toBe(true)
  expect(isTooShort([], { fromMs: 0, toMs: 300_000 })).toBe(false)
})

test('reads back a time written into a field', () => {
  const ms = Date.UTC(2026, 5, 18, 9, 12, 41)
  expect(fromLocalField(toLocalField(ms))).toBe(ms)
  expect(toLocalField(ms)).toMatch(/^2026-06-1\d \d\d:\d\d:41$/)
  expect(fromLocalField('')).toBeNull()
})

test('counts a span in minutes', () => {
  expect(minutesOf({ fromMs: 0, toMs: 90_000 })).toBe(1.5)
})
