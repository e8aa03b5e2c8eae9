/**
 * Columns of a square of the map in a quarter-hour of a trip. They are sums, each with its time or distance,
 * so that squares add up over trips; for depths the minimum. SI units unless the name says otherwise.
 * Stored names stay, because renaming a column takes two releases: `offset_lat`, `temperature_ks`.
 */
export const HEAT_NAMES = [
  /** Seconds moving, and where they were on average: sums of degrees from the square's corner. */
  'moving_s',
  'offset_lat',
  'offset_lon',
  'sog_m',
  'rog_m',
  'rog_s',
  'fuel_l',
  'fuel_s',
  'fuel_m',
  'wind_ms',
  'wind_s',
  'wave_ms',
  'wave_s',
  'temperature_ks',
  'temperature_s',
  /** Metres; 0 without a sounding. */
  'least_depth_m',
  'events',
  'event_peaks_g',
  'high_events',
  'red_events',
] as const
export type HeatName = (typeof HEAT_NAMES)[number]
