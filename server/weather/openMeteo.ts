/** Open-Meteo's two services, public or self-hosted, behind one source. */

import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { DAY_US } from '#contract/domain/time.ts'
import { degToRad, KNOT_MPS, ZERO_CELSIUS_K } from '#contract/domain/units.ts'
import { type ForecastKey, type ForecastSource, type HourlyForecast, SEA_KEYS } from './forecastSource.ts'

const MARINE: Readonly<Record<string, ForecastKey>> = {
  wave_height: 'wave_height_fc',
  wave_direction: 'wave_direction',
  wave_period: 'wave_period',
  wind_wave_height: 'wind_wave_height_fc',
  wind_wave_direction: 'wind_wave_direction_fc',
  wind_wave_period: 'wind_wave_period_fc',
  swell_wave_height: 'swell_height',
  swell_wave_direction: 'swell_direction',
  swell_wave_period: 'swell_period',
  secondary_swell_wave_height: 'secondary_swell_height_fc',
  secondary_swell_wave_direction: 'secondary_swell_direction_fc',
  secondary_swell_wave_period: 'secondary_swell_period_fc',
  sea_level_height_msl: 'sea_level_fc',
  sea_surface_temperature: 'water_temperature_fc',
  ocean_current_velocity: 'current_speed',
  ocean_current_direction: 'current_direction',
}
const AIR: Readonly<Record<string, ForecastKey>> = {
  temperature_2m: 'air_temperature',
  pressure_msl: 'pressure_fc',
  relative_humidity_2m: 'humidity_fc',
  cloud_cover: 'cloud_cover_fc',
  precipitation: 'precipitation_fc',
  snow_depth: 'snow_depth_fc',
  visibility: 'visibility',
  wind_speed_10m: 'wind_speed_fc',
  wind_direction_10m: 'wind_direction',
  wind_gusts_10m: 'gust_fc',
}

const TIMEOUT_MS = 15_000

/** Places of one request: their address stays far below the 64 kB that the service reads. */
const PLACES_AT_ONCE = 100
/** The public service takes 600 calls a minute without a key and counts each place as one: 100 every 12 s leave a share. */
const PAUSE_MS = 12_000
const PUBLIC_HOST = /(^|\.)open-meteo\.com$/

const Answer = z.object({
  hourly_units: z.record(z.string(), z.string()),
  hourly: z.intersection(
    z.object({ time: z.array(z.int()) }),
    z.record(z.string(), z.array(z.number().nullable())),
  ),
})

const GridAnswer = z.union([z.array(Answer), Answer.transform((one) => [one])])

/** `marineUrl` and `forecastUrl` end where the query begins, for example https://marine-api.open-meteo.com/v1/marine. */
export function openMeteo(given: {
  marineUrl: string
  forecastUrl: string
  apiKey: string | undefined
  pauseMs?: number
}): ForecastSource {
  const isLimited = PUBLIC_HOST.test(new URL(given.forecastUrl).hostname) && !given.apiKey
  const { pauseMs = isLimited ? PAUSE_MS : 0 } = given
  async function ask(address: string, names: string[], where: Record<string, string>): Promise<unknown> {
    const url = new URL(address)
    const query = { ...where, hourly: names.join(','), timeformat: 'unixtime', timezone: 'GMT' }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    if (given.apiKey) url.searchParams.set('apikey', given.apiKey)
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
    if (!answer.ok) throw new Error(`${url.host} answered ${answer.status}`)
    return answer.json()
  }

  return {
    name: 'Open-Meteo',
    isMade: false,
    // One of each service.
    callsPerPoint: 2,
    async hourly(latitudeDeg, longitudeDeg, dayUs) {
      const where = {
        latitude: latitudeDeg.toFixed(2),
        longitude: longitudeDeg.toFixed(2),
        start_date: dateOf(dayUs),
        end_date: dateOf(dayUs + DAY_US),
      }
      const answers = await Promise.all([
        ask(given.marineUrl, Object.keys(MARINE), { ...where, cell_selection: 'sea' }),
        ask(given.forecastUrl, Object.keys(AIR), { ...where, cell_selection: 'sea', wind_speed_unit: 'ms' }),
      ])
      const [marine, air] = [Answer.parse(answers[0]), Answer.parse(answers[1])]
      const forecast: HourlyForecast = { timeUs: air.hourly.time.map((s) => s * 1e6), values: {} }
      read(forecast, marine, MARINE)
      read(forecast, air, AIR)
      return forecast
    },
    async grid({ places, timeUs, spend, signal }) {
      const forecasts = places.map((): HourlyForecast => ({ timeUs: [...timeUs], values: {} }))
      const days = { start_date: dateOf(timeUs[0] ?? 0), end_date: dateOf(timeUs.at(-1) ?? 0) }
      for (let from = 0; from < places.length; from += PLACES_AT_ONCE) {
        const chunk = places.slice(from, from + PLACES_AT_ONCE)
        const where = {
          latitude: chunk.map(({ latitudeDeg }) => latitudeDeg.toFixed(2)).join(),
          longitude: chunk.map(({ longitudeDeg }) => longitudeDeg.toFixed(2)).join(),
          ...{ ...days, cell_selection: 'sea' },
        }
        for (const [url, keys] of [
          [given.marineUrl, seaKeysOf(MARINE)],
          [given.forecastUrl, seaKeysOf(AIR)],
        ] as const) {
          signal.throwIfAborted()
          await spend(chunk.length)
          const asked = await ask(url, Object.keys(keys), { ...where, wind_speed_unit: 'ms' })
          const answers = GridAnswer.parse(asked)
          if (answers.length !== chunk.length) throw new Error('the answer has another number of places')
          for (const [at, answer] of answers.entries()) {
            const forecast = forecasts[from + at]
            if (forecast) read(forecast, answer, keys)
          }
          if (pauseMs > 0) await pause(pauseMs, undefined, { signal })
        }
      }
      return forecasts
    },
  }
}

const seaKeysOf = (keys: Readonly<Record<string, ForecastKey>>): Record<string, ForecastKey> =>
  Object.fromEntries(Object.entries(keys).filter(([, key]) => SEA_KEYS.some((wanted) => wanted === key)))

/** Copies the answered values to the hours of the forecast, from the units that the answer names. */
function read(forecast: HourlyForecast, answer: z.infer<typeof Answer>, keys: Record<string, ForecastKey>) {
  const rowOf = new Map(answer.hourly.time.map((s, row) => [s * 1e6, row]))
  for (const [name, key] of Object.entries(keys)) {
    const column = answer.hourly[name]
    const toStored = UNITS[answer.hourly_units[name] ?? '']
    if (!column || !toStored) continue
    forecast.values[key] = forecast.timeUs.map((us) => {
      const value = column[rowOf.get(us) ?? -1]
      return value === null || value === undefined ? null : toStored(value)
    })
  }
}

const same = (value: number) => value
/** Conversions from the units of the service to stored units. */
const UNITS: Readonly<Record<string, (value: number) => number>> = {
  m: same,
  s: same,
  'm/s': same,
  'km/h': (value) => value / 3.6,
  kn: (value) => value * KNOT_MPS,
  ft: (value) => value * 0.3048,
  '°': degToRad,
  '°C': (value) => value + ZERO_CELSIUS_K,
  hPa: (value) => value * 100,
  '%': (value) => value / 100,
  // The sum of the hour before, which is a rate an hour.
  mm: same,
}

const dateOf = (us: number) => new Date(us / 1000).toISOString().slice(0, 10)
