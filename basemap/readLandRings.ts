import { closeSync, openSync, readSync } from 'node:fs'

/**
 * A ring of longitudes and latitudes in degrees (`x, y, x, y …`), only good until the next one; each polygon begins
 * with its outer one.
 */
export type OnRing = (ring: ArrayLike<number>, isOuter: boolean) => void

/**
 * Reads a GeoJSON geometry collection of one multipolygon as it streams from disk and hands over its rings one at a
 * time. Such a file is 135 MB of brackets and numbers: `JSON.parse` would need 770 MB for it, this a few.
 * Throws when the file holds anything else than plain decimal pairs at the expected depth.
 */
export function readLandRings(file: string, onRing: OnRing): void {
  let depth = 0
  let isOuter = true
  // Filled again and again: a list that grows to two million numbers is copied as it grows, and each copy left behind.
  let ring = new Float64Array(1 << 16)
  let length = 0
  // A number is put together digit by digit: thirteen million short strings would cost as much as all the rest.
  let digits = 0
  let digitCount = 0
  let decimals = -1
  let sign = 1
  const endNumber = () => {
    if (digitCount === 0) return
    if (length === ring.length) {
      const longer = new Float64Array(2 * length)
      longer.set(ring)
      ring = longer
    }
    ring[length++] = (sign * digits) / 10 ** Math.max(0, decimals)
    digits = 0
    digitCount = 0
    decimals = -1
    sign = 1
  }
  for (const chunk of chunksOf(file)) {
    for (const byte of chunk) {
      if (byte === OPEN) depth++
      else if (byte === COMMA) endNumber()
      else if (byte === CLOSE) {
        endNumber()
        depth--
        if (depth === RING_DEPTH - 1) {
          onRing(ring.subarray(0, length), isOuter)
          isOuter = false
          length = 0
        } else if (depth === POLYGON_DEPTH - 1) isOuter = true
      } else if (depth === POINT_DEPTH) {
        if (byte >= ZERO && byte <= NINE) {
          digits = digits * 10 + byte - ZERO
          digitCount++
          if (decimals >= 0) decimals++
        } else if (byte === POINT) decimals = 0
        else if (byte === MINUS) sign = -1
        else if (byte > SPACE) throw new Error(`unexpected character ${byte} in ${file}`)
      }
    }
  }
  if (depth !== 0) throw new Error(`${file} ends too early`)
}

const OPEN = '['.charCodeAt(0)
const CLOSE = ']'.charCodeAt(0)
const COMMA = ','.charCodeAt(0)
const POINT = '.'.charCodeAt(0)
const MINUS = '-'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)
const NINE = '9'.charCodeAt(0)
/** Bytes up to this one are white space in JSON. */
const SPACE = ' '.charCodeAt(0)

/** `geometries: [` is depth 1, `coordinates: [` depth 2; polygons, rings and points follow. */
const POLYGON_DEPTH = 3
const RING_DEPTH = 4
const POINT_DEPTH = 5

function* chunksOf(file: string): Generator<Uint8Array> {
  const buffer = new Uint8Array(1 << 20)
  const descriptor = openSync(file, 'r')
  try {
    for (let length = readSync(descriptor, buffer); length > 0; length = readSync(descriptor, buffer)) {
      yield buffer.subarray(0, length)
    }
  } finally {
    closeSync(descriptor)
  }
}
