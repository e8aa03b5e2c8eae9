import { expect, test } from 'vitest'
import type { Geofence } from '#contract/wire/geofence.ts'
import { homeFences } from './homeFences.ts'

const fence = (name: string, corners: readonly (readonly [number, number])[]) =>
  ({
    name,
    coordinates: corners.map(([latitudeDeg, longitudeDeg]) => ({ latitudeDeg, longitudeDeg })),
  }) as Geofence

test('shows the waters with most geofences when another one is far away', () => {
  const iceland = [fence('Reykjavík', [[64.15, -21.9]]), fence('Akranes', [[64.3, -22.1]])]
  // Many corners do not make a geofence count more than once.
  const genoa = fence(
    'Genoa',
    [...Array(9)].map((_, i) => [44.4, 8.9 + i / 100] as const),
  )
  expect(homeFences([genoa, ...iceland]).map(({ name }) => name)).toEqual(['Reykjavík', 'Akranes'])
  expect(homeFences([])).toEqual([])
})
