import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEG_RAD, KNOT_MPS } from '#contract/domain/units.ts'
import { decodePhone, ENCRYPTED } from './decodePhone.ts'

const TIME_US = Date.UTC(2026, 5, 18, 9, 0, 0) * 1000
/** Time of arrival, an hour after the positions. */
const RECEIVED_US = TIME_US + 3600e6
const encode = (body: unknown) =>
  new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
const decode = (query: string, body: unknown = '', isOwntracks = false) =>
  decodePhone({ query, body: encode(body), isOwntracks, receivedUs: RECEIVED_US })
const POSITION = { latitudeDeg: 64.1, longitudeDeg: -21.9 }
/** Values by series, and the fix, of a message with one report. */
const valuesOf = ({ decoded }: ReturnType<typeof decodePhone>) => ({
  ...Object.fromEntries(decoded.scalars.map(({ key, value }) => [key, value])),
  fix: decoded.fixes.map(({ timeUs, latitudeDeg, longitudeDeg, hdop, valid }) => ({
    ...{ timeUs, latitudeDeg, longitudeDeg, hdop, valid },
  }))[0],
})
const FIX = { timeUs: TIME_US, ...POSITION, hdop: 2, valid: true }

describe('the form of OsmAnd and Traccar', () => {
  test('reads the example of the protocol with speed in knots', () => {
    const sent = decode(
      'deviceid=12345&lat=64.1&lon=-21.9&timestamp=2026-06-18T09:00:00Z&speed=15&bearing=270&altitude=35&accuracy=10&batt=75',
    )
    expect(sent.format).toBe('osmand')
    expect(valuesOf(sent)).toEqual({ sog: 15 * KNOT_MPS, cog: 270 * DEG_RAD, fix: FIX })
    expect(sent.decoded.rejected).toEqual([])
  })

  test.each([
    '1781773200',
    '1781773200000',
    '2026-06-18T09:00:00Z',
    '2026-06-18T09:00:00.000Z',
    '2026-06-18T11:00:00%2B02:00',
    // The plus sign of the zone became a space.
    '2026-06-18T11:00:00+02:00',
    '2026-06-18T11:00:00.000+0200',
    '2026-06-18%2009:00:00',
    '2026-06-18+09:00:00',
  ])('reads the time %s', (timestamp) => {
    expect(decode(`id=1&lat=64.1&lon=-21.9&timestamp=${timestamp}`).decoded.fixes[0]?.timeUs).toBe(TIME_US)
  })

  test('reads a form body, a pair of coordinates, HDOP before accuracy, and a position marked as invalid', () => {
    const body = 'id=1&location=64.1,-21.9&timestamp=1781773200&hdop=0.8&accuracy=30&valid=false'
    expect(valuesOf(decode('', body))).toEqual({ fix: { ...FIX, hdop: 0.8, valid: false } })
  })

  test('reads the names of GPSLogger with its speed in m/s, from an address and as JSON', () => {
    const all =
      'lat=64.1&lon=-21.9&sat=9&desc=&alt=3.0&acc=10.0&dir=90.0&prov=gps&spd=5.5&timestamp=1781773200&time=2026-06-18T09:00:00.000Z&batt=80'
    const read = { sog: 5.5, cog: 90 * DEG_RAD, fix: FIX }
    expect(valuesOf(decode(all))).toEqual(read)
    const json = { lat: 64.1, lon: -21.9, acc: 10, dir: 90, spd: 5.5, time: '2026-06-18T09:00:00.000Z' }
    expect(valuesOf(decode('', json))).toEqual(read)
  })

  test.each(['lat=64.1&lon=-21.9', 'lat=64.1&lon=-21.9&timestamp='])('dates %s by its arrival', (query) => {
    expect(valuesOf(decode(query)).fix).toMatchObject({ timeUs: RECEIVED_US, ...POSITION })
  })

  test('refuses JSON of any other app without a time', () => {
    const coords = { latitude: 64.1, longitude: -21.9 }
    const point = { geometry: { type: 'Point', coordinates: [-21.9, 64.1] }, properties: {} }
    for (const body of [
      { _type: 'location', lat: 64.1, lon: -21.9 },
      { location: { coords } },
      { locations: [point] },
    ])
      expect(decode('', body).decoded).toMatchObject({
        fixes: [],
        rejected: [{ reason: 'no_time', detail: 'position', count: 1 }],
      })
  })

  test.each([
    ['an unreadable time', 'lat=64.1&lon=-21.9&timestamp=yesterday', 'no_time'],
    ['half a position', 'lat=64.1&timestamp=1781773200', 'malformed'],
    ['an empty latitude', 'lat=&lon=-21.9&timestamp=1781773200', 'malformed'],
    ['a decimal comma', 'lat=64,1&lon=-21,9&timestamp=1781773200', 'malformed'],
    ['a position off the globe', 'lat=91&lon=-21.9&timestamp=1781773200', 'out_of_range'],
    ['three coordinates', 'location=64,1,2&timestamp=1781773200', 'malformed'],
  ])('refuses %s, with its speed', (_what, query, reason) => {
    const { decoded, refused } = decode(`${query}&speed=5`)
    expect(refused).toBeNull()
    expect(decoded).toMatchObject({ fixes: [], scalars: [], rejected: [{ reason, count: 1 }] })
  })

  test('stores the position and lists the speed when the speed is impossible', () => {
    const { decoded } = decode('lat=64.1&lon=-21.9&timestamp=1781773200&speed=9999&bearing=nan')
    expect(decoded.fixes).toHaveLength(1)
    expect(decoded.rejected).toEqual([{ reason: 'out_of_range', detail: 'sog', count: 1 }])
  })
})

test('reads the JSON of Traccar Client with speed in m/s, and no value for −1', () => {
  const location = (more: object) => ({
    timestamp: '2026-06-18T09:00:00.000Z',
    coords: { latitude: 64.1, longitude: -21.9, accuracy: 10, speed: 5.5, heading: 90, ...more },
    battery: { level: 1, is_charging: false },
  })
  const sent = decode('', { location: location({}), device_id: '48241179' })
  expect(sent.format).toBe('osmand')
  expect(valuesOf(sent)).toEqual({ sog: 5.5, cog: 90 * DEG_RAD, fix: FIX })
  const still = decode('', { location: [location({ speed: -1, heading: -1, accuracy: -1 })] })
  expect(valuesOf(still)).toEqual({ fix: { ...FIX, hdop: null } })
})

describe('OwnTracks', () => {
  const location = { _type: 'location', lat: 64.1, lon: -21.9, tst: 1781773200 }

  test('reads a location with speed in km/h', () => {
    const sent = decode('', { ...location, tid: 'ab', vel: 18, acc: 10, cog: 90, batt: 50, topic: 'x' })
    expect(sent.format).toBe('owntracks')
    expect(valuesOf(sent)).toEqual({ sog: expect.closeTo(5, 12), cog: 90 * DEG_RAD, fix: FIX })
  })

  test('skips and counts messages of other types, and an empty one', () => {
    for (const type of ['transition', 'waypoints', 'lwt', 'status']) {
      const { decoded, refused } = decode('', { ...location, _type: type })
      expect(refused).toBeNull()
      expect(decoded).toMatchObject({
        fixes: [],
        rejected: [{ reason: 'unknown_format', detail: `OwnTracks: ${type}`, count: 1 }],
      })
    }
    expect(decode('', '', true)).toMatchObject({ refused: null, decoded: { fixes: [] } })
  })

  test('refuses encrypted messages by name, and unknown types', () => {
    expect(decode('', { _type: 'encrypted', data: 'abc' }).refused).toBe(ENCRYPTED)
    expect(decode('', { ...location, _type: 'constructor' }).refused).toMatch(/no such _type/)
  })
})

test('reads a batch of Overland, skips its events, and marks positions without a fix', () => {
  const feature = (properties: object, coordinates: unknown = [-21.9, 64.1]) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates },
    properties: { timestamp: '2026-06-18T09:00:00Z', ...properties },
  })
  const { format, decoded } = decode('', {
    locations: [
      feature({ speed: 5.5, course: 90, horizontal_accuracy: 10, battery_level: 0.89 }),
      feature({ timestamp: '2026-06-18T09:00:01Z', speed: -1, course: -1, horizontal_accuracy: -1 }),
      feature({ action: 'enter_background' }),
      feature({ type: 'visit' }),
      feature({}, ['-21.9']),
    ],
    current: feature({}),
  })
  expect(format).toBe('overland')
  expect(decoded.fixes.map(({ timeUs, hdop, valid }) => [timeUs - TIME_US, hdop, valid])).toEqual([
    [0, 2, true],
    [1e6, null, false],
  ])
  expect(decoded.scalars.map(({ key, value }) => [key, value])).toEqual([
    ['sog', 5.5],
    ['cog', 90 * DEG_RAD],
  ])
  expect(decoded.rejected).toEqual([
    { reason: 'malformed', detail: 'position', count: 1 },
    { reason: 'unknown_format', detail: 'Overland: visit, trip or event', count: 2 },
  ])
})

describe('anything else', () => {
  test('is refused with a sentence', () => {
    for (const body of ['', '[]', '{}', 'hello', '{"location":1', '<xml/>', 'null'])
      expect(decode('', body).refused, body).toMatch(/lat, lon and timestamp/)
    expect(decode('id=5').refused).toMatch(/lat, lon and timestamp/)
  })

  test('never throws, and gives only values of the message', () => {
    const words = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        '"_type":',
        '"location"',
        '"locations":[',
        '"coords":{',
        'null',
        '1e999',
        '"__proto__"',
      ],
      ...[
        'lat=64',
        'lon=',
        '&',
        'timestamp=1',
        '"lat":',
        '64.1',
        ',',
        ':',
        '%',
        '%FF',
        '\0',
        '"properties":',
      ],
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(words, { maxLength: 15 }).map((list) => encode(list.join(''))),
      fc.json().map(encode),
    )
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webQueryParameters()),
        bytes,
        fc.boolean(),
        (query, body, isOwntracks) => {
          const { decoded } = decodePhone({ query, body, isOwntracks, receivedUs: RECEIVED_US })
          for (const { timeUs, latitudeDeg, longitudeDeg } of decoded.fixes) {
            expect(Number.isFinite(timeUs)).toBe(true)
            expect(Math.abs(latitudeDeg)).toBeLessThanOrEqual(90)
            expect(Math.abs(longitudeDeg)).toBeLessThanOrEqual(180)
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  test('gives no reading for a JSON message that was cut anywhere', () => {
    const whole = [
      { _type: 'location', lat: 64.1, lon: -21.9, tst: 1781773200, vel: 18 },
      { location: { timestamp: 1781773200, coords: { latitude: 64.1, longitude: -21.9 } } },
      {
        locations: [
          { geometry: { type: 'Point', coordinates: [1, 2] }, properties: { timestamp: 1781773200 } },
        ],
      },
      { lat: 64.1, lon: -21.9, timestamp: 1781773200 },
    ]
    const read = (body: Uint8Array) =>
      decodePhone({ query: '', body, isOwntracks: false, receivedUs: RECEIVED_US })
    for (const message of whole) {
      const bytes = encode(message)
      expect(read(bytes).decoded.fixes).toHaveLength(1)
      for (let length = 0; length < bytes.length; length++) {
        const cut = read(bytes.subarray(0, length))
        expect(cut.refused, `${length}`).not.toBeNull()
      }
    }
  })
})

const recordings = process.env.RECORDINGS
test.runIf(recordings)('reads the recorded message of OwnTracks', () => {
  const { decoded } = decode('', readFileSync(`${recordings}/field/24-owntracks.json`, 'utf8'))
  expect(decoded.fixes).toMatchObject([{ ...POSITION, timeUs: TIME_US, hdop: 9 / 5 }])
})
