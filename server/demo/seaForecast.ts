import { HOUR_US } from '#contract/domain/time.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { giveWay } from '#server/platform/giveWay.ts'
import {
  type ForecastKey,
  type ForecastSource,
  type HourlyForecast,
  SEA_KEYS,
} from '#server/weather/forecastSource.ts'
import { type Sea, seaAt } from '#simulator/sea.ts'

/** The simulated sea of the demo's boats, as a forecast. */
export const seaForecast: ForecastSource = {
  name: 'Synthetic sea of the demo',
  isMade: true,
  callsPerPoint: 0,
  async hourly(latitudeDeg, longitudeDeg, dayUs) {
    const timeUs = Array.from({ length: 25 }, (_, hour) => dayUs + hour * HOUR_US)
    return forecastOf({ latitudeDeg, longitudeDeg }, timeUs, Object.keys(COLUMNS) as ForecastKey[])
  },
  async grid({ places, timeUs, signal }) {
    const forecasts: HourlyForecast[] = []
    for (const place of places) {
      await giveWay()
      signal.throwIfAborted()
      forecasts.push(forecastOf(place, timeUs, SEA_KEYS))
    }
    return forecasts
  },
}

function forecastOf(
  place: Position,
  timeUs: readonly number[],
  keys: readonly ForecastKey[],
): HourlyForecast {
  const seas = timeUs.map((us) => seaAt(place.latitudeDeg, place.longitudeDeg, us / 1e6))
  const values = Object.fromEntries(
    keys.flatMap((key) => {
      const of = COLUMNS[key]
      return of ? [[key, seas.map(of)]] : []
    }),
  )
  return { timeUs: [...timeUs], values }
}

/** Columns that the simulated sea has; it has no ice, rain or tides. */
const COLUMNS: Partial<Record<ForecastKey, (sea: Sea) => number>> = {
  wave_height_fc: (sea) => sea.waveHeightM,
  wave_direction: (sea) => sea.waveFromRad,
  wave_period: (sea) => sea.wavePeriodS,
  swell_height: (sea) => sea.swellHeightM,
  swell_direction: (sea) => sea.swellFromRad,
  swell_period: (sea) => sea.swellPeriodS,
  water_temperature_fc: (sea) => sea.waterTemperatureK,
  current_speed: (sea) => sea.currentMps,
  current_direction: (sea) => sea.currentToRad,
  air_temperature: (sea) => sea.airTemperatureK,
  pressure_fc: (sea) => sea.pressurePa,
  humidity_fc: (sea) => sea.humidity,
  cloud_cover_fc: (sea) => sea.cloudCover,
  visibility: (sea) => sea.visibilityM,
  wind_speed_fc: (sea) => sea.windSpeedMps,
  wind_direction: (sea) => sea.windFromRad,
  gust_fc: (sea) => sea.gustMps,
}
