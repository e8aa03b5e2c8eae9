import type { SeriesKey } from '#contract/domain/series.ts'

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

export interface ForecastSource {
  /** Name of the source as shown to people. */
  readonly name: string
  /** Every hour of the UTC day that begins at `dayUs`, and the first hour of the next. Rejects while it cannot be reached. */
  hourly(latitudeDeg: number, longitudeDeg: number, dayUs: number): Promise<HourlyForecast>
}
