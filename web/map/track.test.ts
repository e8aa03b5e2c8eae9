import { expect, test } from 'vitest'
import { mercatorX } from '#contract/geodesy/mercator.ts'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import { indexAt, nearestTime, placeAt } from './nearestOnTrack.ts'
import { createTrack, FLOATS_PER_SEGMENT, shareBy, trackSegments, UNKNOWN } from './track.ts'
import type { Viewport } from './viewport.ts'

const point = (seconds: number, longitudeDeg: number, alt: number | null = 1): PathPoint => ({
  latitudeDeg: 0,
  longitudeDeg,
  sog: 10,
  cog: 90,
  timestamp: seconds * 1000,
  alt,
})
const impact = shareBy('impact', 4, 1)
const segments = (points: PathPoint[]) => {
  const floats = trackSegments(createTrack(points), impact)
  return Array.from({ length: floats.length / FLOATS_PER_SEGMENT }, (_, index) => {
    const [from = 0, , fromFine = 0, , to = 0, , toFine = 0, , share, next] = floats.subarray(
      index * FLOATS_PER_SEGMENT,
    )
    return { from: from + fromFine, to: to + toFine, share, next }
  })
}

test('starts a segment with its own share of the limit and fades to the next', () => {
  const [first, second] = segments([point(0, 0, 1), point(1, 1, 2), point(2, 2, 9)])
  expect(first).toMatchObject({ share: 0.25, next: 0.5 })
  expect(second).toMatchObject({ share: 0.5, next: 1 })
  expect(first?.from).toBeCloseTo(mercatorX(0), 12)
  expect(first?.to).toBeCloseTo(mercatorX(1), 12)
})

test('keeps a segment without impact unknown, and fades no neighbour into it', () => {
  const [unknown, before] = segments([point(0, 0, 2), point(1, 1, null), point(2, 2, 2)])
  expect(before).toMatchObject({ share: 0.5, next: 0.5 })
  expect(unknown).toMatchObject({ share: UNKNOWN, next: UNKNOWN })
})

test('draws the hardest second on top of all others', () => {
  const shares = segments([3, 9, 1, 2, 0.5].map((alt, second) => point(second, second, alt))).map(
    ({ share = 0, next = 0 }) => Math.max(share, next),
  )
  expect(shares).toEqual([0.5, 0.5, 1, 1])
})

test('leaves points more than 2.5 steps apart unjoined', () => {
  const points = [0, 2, 4, 6, 12, 14].map((seconds) => point(seconds, seconds))
  expect(createTrack(points).gapAfter.indexOf(1)).toBe(3)
  expect(segments(points)).toHaveLength(4)
  const joined = [0, 2, 4, 6, 11, 13].map((seconds) => point(seconds, seconds))
  expect(segments(joined)).toHaveLength(5)
})

test('draws a track across the antimeridian as one line', () => {
  const [segment] = segments([point(0, 179.9), point(1, -179.9)])
  expect((segment?.to ?? 0) - (segment?.from ?? 0)).toBeCloseTo(0.2 / 360, 9)
})

test('interpolates the place at a time, and returns none inside a gap', () => {
  const track = createTrack([0, 2, 4, 60, 62].map((seconds) => point(seconds, seconds)))
  expect(placeAt(track, 3000)?.x).toBeCloseTo(mercatorX(3), 12)
  expect(placeAt(track, -1)).toBeNull()
  expect(indexAt(track.points, 61_000)).toBe(3)
  const long = createTrack([0, 2, 4, 200, 202].map((seconds) => point(seconds, seconds / 10)))
  expect(placeAt(long, 100_000)).toBeNull()
})

test('finds the time of the nearest place on the path, within reach of the pointer', () => {
  const track = createTrack([point(0, 0), point(10, 10)])
  const view: Viewport = { centreX: 0.5, centreY: 0.5, scale: 3600, width: 400, height: 200, zoom: 2.8 }
  // Ten pixels a degree: five degrees east of the middle is 50 px right of it.
  expect(nearestTime(track, view, { x: 250, y: 104 }, 10)).toBeCloseTo(5000)
  expect(nearestTime(track, view, { x: 250, y: 120 }, 10)).toBeNull()
})
