import type { ScalarReading } from '#contract/domain/reading.ts'
import { seaState } from '#contract/domain/seaState.ts'
import { SERIES } from '#contract/domain/series.ts'
import { DAY_US } from '#contract/domain/time.ts'
import { FORECAST_KEYS, type ForecastKey, type HourlyForecast } from './forecastSource.ts'

/** Position of a vessel at a minute. */
export interface Waypoint {
  timeUs: number
  latitudeDeg: number
  longitudeDeg: number
}

/** Forecasts are requested on a grid of this many degrees: finer than any model, coarser than a harbour. */
const CELL_DEG = 0.1

/** One request to the source: a cell of the grid on one UTC day. */
export interface Question {
  latitudeDeg: number
  longitudeDeg: number
  dayUs: number
}

export function questionOf({ timeUs, latitudeDeg, longitudeDeg }: Waypoint): Question {
  return {
    latitudeDeg: toGrid(latitudeDeg),
    longitudeDeg: toGrid(longitudeDeg),
    dayUs: Math.floor(timeUs / DAY_US) * DAY_US,
  }
}

/** Forecast for a place and a time: linear in time, directions as vectors. */
export function forecastAt(forecast: HourlyForecast, timeUs: number, key: ForecastKey): number | null {
  const { timeUs: hours, values } = forecast
  const column = values[key]
  const after = hours.findIndex((hour) => hour >= timeUs)
  if (!column || after < 0) return null
  if (hours[after] === timeUs) return column[after] ?? null
  const before = after - 1
  const [a, b, fromUs, toUs] = [column[before], column[after], hours[before], hours[after]]
  if (a === null || a === undefined || b === null || b === undefined) return null
  const share = (timeUs - (fromUs ?? 0)) / ((toUs ?? 0) - (fromUs ?? 0))
  if (SERIES[key].kind !== 'angle') return a + (b - a) * share
  const sin = Math.sin(a) * (1 - share) + Math.sin(b) * share
  const cos = Math.cos(a) * (1 - share) + Math.cos(b) * share
  return Math.hypot(sin, cos) < 0.1 ? null : (Math.atan2(sin, cos) + 2 * Math.PI) % (2 * Math.PI)
}

/** The forecast at one waypoint as readings to store, with the sea state that its waves make. */
export function readingsAt(waypoint: Waypoint, forecast: HourlyForecast, leaveOut: ReadonlySet<string>) {
  const readings: ScalarReading[] = []
  const add = (key: ScalarReading['key'], value: number | null) => {
    if (value !== null && !leaveOut.has(key))
      readings.push({ timeUs: waypoint.timeUs, key, instance: 0, value })
  }
  for (const key of FORECAST_KEYS) add(key, forecastAt(forecast, waypoint.timeUs, key))
  const waveHeightM = forecastAt(forecast, waypoint.timeUs, 'wave_height_fc')
  if (waveHeightM !== null) add('sea_state', seaState(waveHeightM))
  return readings
}

const toGrid = (deg: number) => Math.round(deg / CELL_DEG) * CELL_DEG
