import { expect, test } from 'vitest'
import { landColours } from './landColours.ts'

/** Halves of it are whole down to the smallest, as those of the picture are. */
const WIDTH = 1024
const HEIGHT = 512
const SEA = [10, 28, 64]
const SAND = [200, 166, 117]
const ICE = [240, 244, 250]

const pixelOf = (lat: number, lon: number) =>
  Math.floor(((90 - lat) / 180) * HEIGHT) * WIDTH + Math.floor(((lon + 180) / 360) * WIDTH)

/** A world of sand and, where a lake is, of sea; the sea is blue, as is a strip of the land beside it. */
function world() {
  const rgb = new Uint8ClampedArray(WIDTH * HEIGHT * 3)
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) rgb.set(SEA, pixel * 3)
  for (let lat = 16; lat < 28; lat += 0.3)
    for (let lon = -10; lon < 30; lon += 0.3) rgb.set(SAND, pixelOf(lat, lon) * 3)
  rgb.set(SEA, pixelOf(22, 10) * 3)
  rgb.set(ICE, pixelOf(22, 5) * 3)
  return { width: WIDTH, height: HEIGHT, rgb }
}
const colourAt = ({ rgb }: { rgb: Uint8ClampedArray }, lat: number, lon: number) => {
  const from = pixelOf(lat, lon) * 3
  return Array.from(rgb.subarray(from, from + 3))
}

test('the sea takes the colour of the land, and so do a lake and the shore', () => {
  const picture = landColours(world())
  for (const [lat, lon] of [
    [22, 10],
    [22, -16.6],
    [22, -30],
    [35, -40],
  ] as const) {
    const [red = 0, , blue = 0] = colourAt(picture, lat, lon)
    expect(red).toBeGreaterThan(blue)
  }
})

test('land keeps its own colours, ice among them', () => {
  const picture = landColours(world())
  expect(colourAt(picture, 22, 20)).toEqual(SAND)
  expect(colourAt(picture, 22, 5)).toEqual(ICE)
})
