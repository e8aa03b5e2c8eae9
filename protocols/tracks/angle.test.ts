import { expect, test } from 'vitest'
import { isMangledNumber, parseAngle } from './angle.ts'

test.each([
  ['64.205', 64.205],
  ['64,205', 64.205],
  ['-64.205', -64.205],
  ['−64.205', -64.205],
  ['64.205 N', 64.205],
  ['64.205° S', -64.205],
  ["N 64°12.3'", 64.205],
  ["64°12.3'N", 64.205],
  ['64° 12,3′ N', 64.205],
  ['N64 12.3', 64.205],
  ['6412.3N', 64.205],
  ['6412.3000,N'.replace(',', ' '), 64.205],
  ['64 12 18 N', 64.205],
  ['64°12\'18"S', -64.205],
  ['64°12’18”N', 64.205],
  ['64:12:18N', 64.205],
  ['64-12-18N', 64.205],
  ['-64 12 18', -64.205],
  ['64\uFFFD12.3N', 64.205],
])('reads the latitude %s', (text, degrees) => {
  expect(parseAngle(text, 'latitude')).toBeCloseTo(degrees, 9)
})

test.each([
  ['W 021°56.4', -21.94],
  ['02156.4W', -21.94],
  ['00012.3E', 0.205],
  ['21°56.4 V', -21.94],
  ['21.94 W', -21.94],
  ['179 59 59.99 E', 179.99999722],
])('reads the longitude %s', (text, degrees) => {
  expect(parseAngle(text, 'longitude')).toBeCloseTo(degrees, 7)
})

test.each([
  ...[
    '',
    'N',
    '64°60.0N',
    '64 12 60 N',
    '-64 N',
    'N 64 S',
    '64.5 12.3 N',
    '64 12.5 18 N',
    '21.5 E',
    '64 1 2 3 N',
  ],
  ...['abc', '64d12m18s', '3.946.166.166.666.660', '0x40', '64..2', 'Infinity', '1e400N'],
])('refuses the latitude %s', (text) => {
  expect(parseAngle(text, 'latitude')).toBeNaN()
})

test.each(['21.5 O', '21.5 N', '21°56.4'.concat(' X')])('refuses the longitude %s', (text) => {
  expect(parseAngle(text, 'longitude')).toBeNaN()
})

test('reads the letter of a column of its own', () => {
  expect(parseAngle('6412.3', 'latitude', 'N')).toBeCloseTo(64.205, 9)
  expect(parseAngle('21.94', 'longitude', ' w ')).toBeCloseTo(-21.94, 9)
  expect(parseAngle('21.94', 'longitude', 'N')).toBeNaN()
})

test('recognises a number into which a spreadsheet has put separators', () => {
  for (const text of ['3.946.166.166.666.660', '-3.684.833', '64,123,456', "6'412'300"])
    expect([text, isMangledNumber(text)]).toEqual([text, true])
  for (const text of ['64.123', '64,123', '64.123.4', '-22.45', ''])
    expect([text, isMangledNumber(text)]).toEqual([text, false])
})
