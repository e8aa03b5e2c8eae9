import sharp from 'sharp'
import { expect, test } from 'vitest'
import { trackSvg } from './drawTrack.ts'

const pointsOf = (svg: string) =>
  (/points="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map((point) => point.split(',').map(Number))

test('draws north up, east right, and the alert at the end of the track', async () => {
  const svg = trackSvg([
    { latitudeDeg: 64.1, longitudeDeg: -22 },
    { latitudeDeg: 64.2, longitudeDeg: -21.8 },
  ])
  const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = pointsOf(svg)
  expect(x2).toBeGreaterThan(x1)
  expect(y2).toBeLessThan(y1)
  expect(svg).toContain(`cx="${x2.toFixed(1)}" cy="${y2.toFixed(1)}"`)
  const { width, height, format } = await sharp(await sharp(Buffer.from(svg)).png().toBuffer()).metadata()
  expect([width, height, format]).toEqual([960, 480, 'png'])
})

test('draws a whole track across 180°', () => {
  const points = pointsOf(
    trackSvg([
      { latitudeDeg: 0, longitudeDeg: 179.99 },
      { latitudeDeg: 0, longitudeDeg: -179.99 },
    ]),
  )
  expect(points.map(([x = 0]) => Math.round(x))).toEqual([48, 912])
})

test('draws no tangle for a boat at rest', () => {
  const points = pointsOf(
    trackSvg([
      { latitudeDeg: 64, longitudeDeg: -22 },
      { latitudeDeg: 64.00001, longitudeDeg: -22 },
    ]),
  )
  expect(points.every(([x = 0, y = 0]) => Math.abs(x - 480) < 2 && Math.abs(y - 240) < 2)).toBe(true)
})
