import { expect, test } from 'vitest'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import { drawTrack } from './trackPath.ts'

const point = (latitudeDeg: number, longitudeDeg: number, alt: number | null = 0.1): PathPoint => ({
  latitudeDeg,
  longitudeDeg,
  alt,
  sog: null,
  cog: null,
  timestamp: 0,
})
const numbers = (d: string) => d.match(/-?[\d.]+/g)?.map(Number)

test('fits the track into its square, north up and not stretched', () => {
  const track = drawTrack([point(60, 20), point(61, 20), point(61, 21)], 3, 200, 20)
  expect(track?.start).toEqual([60, 180])
  // A degree of longitude at 60° is half as long as one of latitude.
  expect(track?.end).toEqual([140, 20])
  expect(numbers(track?.segments[0]?.d ?? '')).toEqual([60, 180, 60, 20, 140, 20])
})

test('changes colour with the impact and joins the segments', () => {
  const track = drawTrack([point(60, 20), point(60, 21), point(60, 22, 1.5), point(60, 23, 3)], 3, 200, 0)
  expect(track?.segments.map(({ level }) => level)).toEqual(['low', 'mid', 'high'])
  const [low, mid] = track?.segments.map(({ d }) => numbers(d)) ?? []
  expect(mid?.slice(0, 2)).toEqual(low?.slice(-2))
})

test('draws the hardest segment last, so that it is on top', () => {
  const alts = [0.1, 3, 0.1, 0.1, 0.1]
  const track = drawTrack(
    alts.map((alt, index) => point(60, 20 + index / 1e4, alt)),
    3,
    200,
    0,
  )
  expect(track?.segments.map(({ level }) => level)).toEqual(['low', 'high'])
})

test('draws no colour where no impact was measured', () => {
  const track = drawTrack([point(60, 20, null), point(60, 21, null)], 3, 200, 0)
  expect(track?.segments.map(({ level }) => level)).toEqual([null])
})

test('draws a track across the antimeridian as one line', () => {
  const track = drawTrack([point(0, 179.5), point(0, -179.5)], 3, 200, 0)
  expect(track?.start).toEqual([0, 100])
  expect(track?.end).toEqual([200, 100])
})

test('needs two points, and draws a boat that stayed in one place', () => {
  expect(drawTrack([point(60, 20)], 3, 200, 20)).toBeNull()
  expect(drawTrack([point(60, 20), point(60, 20)], 3, 200, 20)?.end).toEqual([100, 100])
})
