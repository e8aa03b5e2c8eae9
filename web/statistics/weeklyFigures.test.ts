import { expect, test } from 'vitest'
import type { Trip } from '#contract/wire/trip.ts'
import { weekEdges, weeklyFigures } from './weeklyFigures.ts'

const trip = (start: Date, stats: Partial<Trip['stats']>) => ({
  start_time: start.toISOString(),
  stats: {
    ...{ duration: 60, distance: 10, red_impacts: null, fuel_consumption: null, co2_emissions: null },
    ...{ avg_impact: null, ...stats },
  } as Trip['stats'],
})

test('counts whole weeks from Monday to Monday, and not the present week', () => {
  const edges = weekEdges(new Date(2026, 10, 29, 15), 2)
  expect(edges).toEqual([new Date(2026, 10, 9), new Date(2026, 10, 16), new Date(2026, 10, 23)].map(Number))
  // On a Monday the week before is whole.
  expect(weekEdges(new Date(2026, 10, 23, 0, 1), 1).at(-1)).toBe(new Date(2026, 10, 23).getTime())
})

test('sums and averages the trips of each week, and knows nothing of a week without measurements', () => {
  const edges = weekEdges(new Date(2026, 10, 29), 3)
  const [first, second, third] = weeklyFigures(
    [
      trip(new Date(2026, 10, 3), { fuel_consumption: 20, red_impacts: 2, avg_impact: 0.5 }),
      trip(new Date(2026, 10, 8, 23), { distance: 30 }),
      trip(new Date(2026, 10, 17), { fuel_consumption: 10, co2_emissions: 26 }),
      trip(new Date(2026, 10, 18), { fuel_consumption: 50, co2_emissions: 130, distance: 20 }),
      trip(new Date(2026, 10, 24), {}),
    ],
    edges,
  )
  expect(first).toEqual({
    ...{ nr_trips: 2, total_duration: 120, total_distance: 40, red_impacts: 2, avg_impact: 0.5 },
    ...{ avg_fuel_consumption: 20, avg_co2_emissions: null, avg_fuel_rate_l_nm: 2 },
  })
  expect(second).toMatchObject({
    nr_trips: 0,
    total_distance: 0,
    avg_fuel_consumption: null,
    red_impacts: null,
  })
  expect(third).toMatchObject({ nr_trips: 2, avg_fuel_consumption: 30, avg_fuel_rate_l_nm: 2 })
})
