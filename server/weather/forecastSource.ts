import type { SeriesKey } from '#contract/domain/series.ts'
import type { Position } from '#contract/geodesy/position.ts'

/**
 * Values that a forecast may have, all in stored units. Directions of wind and waves name where they come from, current
 * where it goes.
 */
export const FORECAST_KEYS = [
  'wave_height_fc',
  'wave_direction',
  'wave_period',
  'wind_wave_height_fc',
  'wind_wave_direction_fc',
  'wind_wave_period_fc',
  'swell_height',
  'swell_direction',
  'swell_period',
  'secondary_swell_height_fc',
  'secondary_swell_direction_fc',
  'secondary_swell_period_fc',
  'sea_level_fc',
  'water_temperature_fc',
  'current_speed',
  'current_direction',
  'air_temperature',
  'pressure_fc',
  'humidity_fc',
  'cloud_cover_fc',
  'precipitation_fc',
  'snow_depth_fc',
  'visibility',
  'wind_speed_fc',
  'wind_direction',
  'gust_fc',
] as const satisfies readonly SeriesKey[]
export type ForecastKey = (typeof FORECAST_KEYS)[number]

/** Columns of equal length; null for hours without a value. */
export interface HourlyForecast {
  timeUs: number[]
  values: Partial<Record<ForecastKey, (number | null)[]>>
}

/** Keys that a grid of the sea has. */
export const SEA_KEYS = [
  'wind_speed_fc',
  'wind_direction',
  'wave_height_fc',
  'wave_direction',
  'wave_period',
  'current_speed',
  'current_direction',
] as const satisfies readonly ForecastKey[]

export interface GridWanted {
  places: readonly Position[]
  /** Whole hours, ascending. */
  timeUs: readonly number[]
  /** Called before each request with the number of calls that the source counts for it; the request is not sent when it rejects. */
  spend: (calls: number) => Promise<void>
  signal: AbortSignal
}

export interface ForecastSource {
  /** Name of the source as shown to people. */
  readonly name: string
  /** True for a forecast that the demo makes. */
  readonly isMade: boolean
  /** Calls that the source counts for a point of a grid. */
  readonly callsPerPoint: number
  /** Every hour of the UTC day that begins at `dayUs`, and the first hour of the next. Rejects while it cannot be reached. */
  hourly(latitudeDeg: number, longitudeDeg: number, dayUs: number): Promise<HourlyForecast>
  /** The `SEA_KEYS` of each place at those times. Rejects while it cannot be reached, and with the reason of `spend` or `signal`. */
  grid(wanted: GridWanted): Promise<HourlyForecast[]>
}
