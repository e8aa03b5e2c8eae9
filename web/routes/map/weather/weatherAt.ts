import { MINUTE_MS } from '#contract/domain/time.ts'
import type { TimeSeriesEntry, TimeSeriesRequest } from '#contract/wire/timeSeries.ts'

/** Fields of the weather window, in units of the API; wind and wave directions name the origin. */
export const WEATHER_FIELDS = [
  'wave_height_fc',
  'wave_direction',
  'wave_period',
  'wind_speed_fc',
  'wind_direction',
  'current_speed',
  'current_direction',
  'air_temperature',
  'sea_state',
] as const
export type WeatherField = (typeof WEATHER_FIELDS)[number]
export type Weather = Record<WeatherField, number | null>

/** Resolution of the weather request. */
export const WEATHER_STEP_MS = MINUTE_MS
/** Maximum age in ms: older values are too stale for the moment. */
const HELD_MS = 10 * WEATHER_STEP_MS

export const weatherRequest = (tripId: string): TimeSeriesRequest => ({
  filters: { trip_id: tripId },
  fields: WEATHER_FIELDS.map((field) => ({
    type: 'general',
    field,
    aggregation: field === 'sea_state' ? 'max' : 'avg',
  })),
  resolution: { value: WEATHER_STEP_MS / 1000, type: 'seconds' },
})

/** Weather at a time: the last value of each series that is not too old. */
export function weatherAt(entries: readonly TimeSeriesEntry[], timeMs: number): Weather {
  const lastOf = (field: WeatherField) => {
    const last = entries
      .find((entry) => entry.field === field)
      ?.series.findLast(({ time, value }) => time <= timeMs && value !== null)
    return last && timeMs - last.time <= HELD_MS ? last.value : null
  }
  return Object.fromEntries(WEATHER_FIELDS.map((field) => [field, lastOf(field)])) as Weather
}

/** Time of the last value of any series; null without values. */
export function latestWeatherMs(entries: readonly TimeSeriesEntry[]): number | null {
  const times = entries.flatMap(({ series }) => series.findLast(({ value }) => value !== null)?.time ?? [])
  return times.length > 0 ? Math.max(...times) : null
}
