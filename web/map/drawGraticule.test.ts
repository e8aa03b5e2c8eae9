import { expect, test } from 'vitest'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import { degreesAndMinutes, graticule, stepMinutes } from './drawGraticule.ts'
import { scaleBar } from './drawScaleBar.ts'
import type { Viewport } from './viewport.ts'

const view = (latitudeDeg: number, longitudeDeg: number, zoom: number): Viewport => ({
  centreX: mercatorX(longitudeDeg),
  centreY: mercatorY(latitudeDeg),
  scale: 512 * 2 ** zoom,
  width: 800,
  height: 600,
  zoom,
})

test('draws lines as close as their labels allow, at round minutes', () => {
  expect(stepMinutes(100)).toBe(60)
  expect(stepMinutes(600)).toBe(10)
  expect(stepMinutes(50_000)).toBe(0.1)
  expect(stepMinutes(0.1)).toBe(1800)
})

test('labels a harbour approach in degrees and minutes', () => {
  const { meridians, parallels } = graticule(view(64.2, -22.2, 9))
  expect(meridians.map(({ label }) => label)).toContain('22°10′W')
  expect(parallels.map(({ label }) => label)).toContain('64°15′N')
})

test("uses the compass letters of the reader's language", () => {
  const icelandic = { N: 'N', E: 'A', S: 'S', W: 'V' } as Record<string, string>
  const { meridians } = graticule(view(64.2, -22.2, 9), (point) => icelandic[point] ?? '')
  expect(meridians.map(({ label }) => label)).toContain('22°10′V')
})

test('draws a line at its position', () => {
  const { meridians } = graticule(view(64, -22, 9))
  expect(meridians.find(({ label }) => label === '22°00′W')?.px).toBeCloseTo(400)
})

test('labels an ocean in whole degrees, also across the antimeridian', () => {
  const { meridians } = graticule(view(0, 180, 3))
  const labels = meridians.map(({ label }) => label)
  expect(labels).toContain('180°')
  expect(labels).toContain('170°W')
  expect(labels).toContain('170°E')
})

test('rounds minutes without reaching sixty', () => {
  expect(degreesAndMinutes(59.96, 0.5, 'N', 'S')).toBe('1°00.0′N')
  expect(degreesAndMinutes(-1310.5, 0.5, 'E', 'W')).toBe('21°50.5′W')
  expect(degreesAndMinutes(0, 60, 'N', 'S')).toBe('0°')
})

test('shows a scale of round miles, measured at the centre of the map', () => {
  const atEquator = scaleBar(view(0, 0, 9), 120, 1)
  const inIceland = scaleBar(view(64, 0, 9), 120, 1)
  expect([1, 2, 5, 10, 20]).toContain(atEquator.distance)
  expect(atEquator.px).toBeLessThanOrEqual(120)
  expect(inIceland.px / inIceland.distance / (atEquator.px / atEquator.distance)).toBeCloseTo(2.28, 1)
  const inKm = scaleBar(view(0, 0, 9), 120, 1.852)
  expect([1, 2, 5, 10, 20, 50]).toContain(inKm.distance)
  expect((inKm.px / inKm.distance) * 1.852).toBeCloseTo(atEquator.px / atEquator.distance, 9)
})
