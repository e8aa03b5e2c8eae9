import fc from 'fast-check'
import { expect, test } from 'vitest'
import { POSITION_FORMATS } from '../../preferences/preferences.ts'
import { readPosition, writePosition } from './positionText.ts'

const ENGLISH = { N: 'N', E: 'E', S: 'S', W: 'W' }
const ITALIAN = { ...ENGLISH, W: 'O' }
const ICELANDIC = { ...ENGLISH, E: 'A', W: 'V' }
const REYKJAVIK = { latitudeDeg: 64 + 8.2 / 60, longitudeDeg: -(21 + 56.4 / 60) }

test('writes a position in degrees and minutes, in decimal degrees, and in degrees, minutes and seconds', () => {
  expect(POSITION_FORMATS.map((format) => writePosition(REYKJAVIK, format, ENGLISH))).toEqual([
    '64° 08.200′ N, 021° 56.400′ W',
    '64.13667, -21.94000',
    '64° 08′ 12.0″ N, 021° 56′ 24.0″ W',
  ])
  expect(writePosition(REYKJAVIK, 'minutes', ICELANDIC)).toBe('64° 08.200′ N, 021° 56.400′ V')
  // Sixty minutes are a degree.
  expect(writePosition({ latitudeDeg: 9.999999, longitudeDeg: -0.0000001 }, 'minutes', ENGLISH)).toBe(
    '10° 00.000′ N, 000° 00.000′ W',
  )
})

test.each([
  "64°08.2'N 021°56.4'W",
  '64 08.2 N, 21 56.4 W',
  'N64 08.200 W021 56.400',
  '64° 08′ 12″ N, 21° 56′ 24″ W',
  '64 8 12 N 21 56 24 W',
  '64-08.2N 021-56.4W',
  '6408.2N 02156.4W',
  '021°56.4′W 64°08.2′N',
  '64°08,2′N 21°56,4′W',
  '64°08.2′ -21°56.4′',
  '64.1366666667, -21.94',
  '64.1366666667 -21.94',
  '64,1366666667 -21,94',
  '64,1366666667; -21,94',
  '64,1366666667, -21,94',
  '64.1366666667°N 21.94°W',
])('reads %s', (text) => {
  const read = readPosition(text, ENGLISH)
  expect(read?.latitudeDeg).toBeCloseTo(REYKJAVIK.latitudeDeg, 8)
  expect(read?.longitudeDeg).toBeCloseTo(REYKJAVIK.longitudeDeg, 8)
})

test.each([
  '',
  'abc',
  '64',
  '91, 0',
  '0, 181',
  '64 61 N 21 00 W',
  '64.5 30 N 21 W',
  '64N 21N',
  '-64N 21W',
  '1 2 3',
  'N 64',
  '64 N 21 W 3',
])('refuses “%s” as a position', (text) => expect(readPosition(text, ENGLISH)).toBeNull())

test('reads back what it wrote in any language and format', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.constantFrom(...POSITION_FORMATS),
      fc.constantFrom(ENGLISH, ITALIAN, ICELANDIC),
      (latitudeDeg, longitudeDeg, format, letters) => {
        const read = readPosition(writePosition({ latitudeDeg, longitudeDeg }, format, letters), letters)
        expect(Math.abs((read?.latitudeDeg ?? 99) - latitudeDeg)).toBeLessThan(2e-5)
        expect(Math.abs((read?.longitudeDeg ?? 999) - longitudeDeg)).toBeLessThan(2e-5)
      },
    ),
  )
})
