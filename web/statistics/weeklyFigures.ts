import { DAY_MS } from '#contract/domain/time.ts'
import type { Trip } from '#contract/wire/trip.ts'
import type { TripFigures } from '#contract/wire/tripFigures.ts'

type Measured = Pick<Trip, 'start_time' | 'stats'>

/** Mondays at midnight in the reader's time zone: the beginnings of `count` whole weeks, and the end of the last. */
export function weekEdges(now: Date, count: number): number[] {
  const monday = now.getDate() - ((now.getDay() + 6) % 7)
  return Array.from({ length: count + 1 }, (_, at) =>
    new Date(now.getFullYear(), now.getMonth(), monday - 7 * (count - at)).getTime(),
  )
}

/** Figures of the trips that began in each week, as `getVesselStatistics` counts them for all trips. */
export function weeklyFigures(trips: readonly Measured[], edges: readonly number[]): TripFigures[] {
  return edges.slice(1).map((endMs, at) => {
    const beginMs = edges[at] ?? endMs - 7 * DAY_MS
    return figuresOf(
      trips.filter(({ start_time }) => {
        const startMs = Date.parse(start_time)
        return beginMs <= startMs && startMs < endMs
      }),
    )
  })
}

function figuresOf(trips: readonly Measured[]): TripFigures {
  const all = trips.map(({ stats }) => stats)
  const known = (name: 'red_impacts' | 'fuel_consumption' | 'co2_emissions' | 'avg_impact') =>
    all.flatMap((stats) => stats[name] ?? [])
  const red = known('red_impacts')
  const fuel = known('fuel_consumption')
  const fuelled = all.filter(({ fuel_consumption }) => fuel_consumption !== null)
  const fuelledNmi = sum(fuelled.map(({ distance }) => distance))
  return {
    nr_trips: all.length,
    total_duration: sum(all.map(({ duration }) => duration)),
    total_distance: sum(all.map(({ distance }) => distance)),
    red_impacts: red.length > 0 ? sum(red) : null,
    avg_fuel_consumption: mean(fuel),
    avg_co2_emissions: mean(known('co2_emissions')),
    avg_fuel_rate_l_nm: fuelledNmi > 0 ? sum(fuel) / fuelledNmi : null,
    avg_impact: mean(known('avg_impact')),
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => (values.length > 0 ? sum(values) / values.length : null)
