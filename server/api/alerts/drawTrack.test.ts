import sharp from 'sharp'
import { expect, test } from 'vitest'
import { trackSvg } from './drawTrack.ts'

const pointsOf = (svg: string) =>
  (/points="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map((point) => point.split(',').map(Number))

test('north is up, east is right, and the alert is where the way ends', async () => {
  const svg = trackSvg([
    { lat: 64.1, lon: -22 },
    { lat: 64.2, lon: -21.8 },
  ])
  const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = pointsOf(svg)
  expect(x2).toBeGreaterThan(x1)
  expect(y2).toBeLessThan(y1)
  expect(svg).toContain(`cx="${x2.toFixed(1)}" cy="${y2.toFixed(1)}"`)
  const { width, height, format } = await sharp(await sharp(Buffer.from(svg)).png().toBuffer()).metadata()
  expect([width, height, format]).toEqual([960, 480, 'png'])
})

test('a way over 180° goes on, and all of it is on the picture', () => {
  const points = pointsOf(
    trackSvg([
      { lat: 0, lon: 179.99 },
      { lat: 0, lon: -179.99 },
    ]),
  )
  expect(points.map(([x = 0]) => Math.round(x))).toEqual([48, 912])
})

test('a boat that lies still is no tangle', () => {
  const points = pointsOf(
    trackSvg([
      { lat: 64, lon: -22 },
      { lat: 64.00001, lon: -22 },
    ]),
  )
  expect(points.every(([x = 0, y = 0]) => Math.abs(x - 480) < 2 && Math.abs(y - 240) < 2)).toBe(true)
})
