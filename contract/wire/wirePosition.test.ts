import { expect, test } from 'vitest'
import { positionFromWire, positionToReport, positionToWire } from './wirePosition.ts'

const INSIDE = { latitudeDeg: 64.1, longitudeDeg: -21.9, name: 'Kría' }

test('translates both names of the wire to the inner names, and back', () => {
  const short = { lat: 64.1, lon: -21.9, name: 'Kría' }
  expect([positionToWire(INSIDE), positionFromWire(short)]).toEqual([short, INSIDE])
  const long = { latitude: 64.1, longitude: -21.9, name: 'Kría' }
  expect([positionToReport(INSIDE), positionFromWire(long)]).toEqual([long, INSIDE])
})

test('keeps an unknown position unknown, and no name of the wire', () => {
  const inside = positionFromWire({ lat: null, lon: null })
  expect(inside).toEqual({ latitudeDeg: null, longitudeDeg: null })
  expect(Object.keys(inside)).toEqual(['latitudeDeg', 'longitudeDeg'])
})
