import { expect, test } from 'vitest'
import { hullPlaces } from './hullPlaces.ts'

test('counts impacts of one place together, port above the keel and starboard below', () => {
  const places = hullPlaces([
    { hull_location: 'keel', peak_impact: 4 },
    { hull_location: 'port-bow', peak_impact: 1 },
    { hull_location: 'starboard', peak_impact: 2 },
    { hull_location: 'port-bow', peak_impact: 3 },
  ])
  expect(places.map(({ location, count, peakG }) => [location, count, peakG])).toEqual([
    ['starboard', 1, 2],
    ['port-bow', 2, 3],
    ['keel', 1, 4],
  ])
  const [starboard, portBow, keel] = places
  expect(portBow?.y).toBeLessThan(keel?.y ?? 0)
  expect(starboard?.y).toBeGreaterThan(keel?.y ?? 0)
  expect(portBow?.x).toBeGreaterThan(keel?.x ?? 0)
})
