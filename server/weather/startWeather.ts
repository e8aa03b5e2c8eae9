import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { noteWeather, type TripWithoutWeather, tripsWithoutWeather } from '#server/records/tripWeather.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Stretch } from '#server/telemetry/stretch.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { type Question, questionOf, readingsAt, type Waypoint } from './alongTrack.ts'
import { FORECAST_KEYS, type ForecastSource, type HourlyForecast } from './forecastSource.ts'

export interface Weather {
  /** Resolves once every trip known now has its forecast, or could not get it. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface Dependencies {
  db: Db
  telemetry: Telemetry
  bus: Bus
  log: Log
  clock: Clock
  source: ForecastSource
}

const MINUTE_US = 60_000_000
/** An open trip gets its weather in pieces of this length. */
const PIECE_US = 10 * MINUTE_US
const LOOK_EVERY_MS = 30_000
/** After the source could not be reached. */
const RETRY_MS = 300_000
const TRIPS_AT_ONCE = 50
/** Services know some months of what they once forecast; older trips stay without. */
const REACH_BACK_US = 90 * 86_400_000_000
const MAX_KEPT_ANSWERS = 500

/** Stores along the track of each trip, minute by minute, the forecast that the boat sailed in. */
export function startWeather({ db, telemetry, bus, log, clock, source }: Dependencies): Weather {
  const answers = new Map<string, Promise<HourlyForecast>>()
  let nextMs = 0
  let closed = false
  let running = Promise.resolve()
  const leave = bus.subscribe('trip.ended', () => {
    nextMs = Math.min(nextMs, clock.nowMs() + 1000)
  })
  const timer = setInterval(() => {
    if (clock.nowMs() >= nextMs) look()
  }, 1000)
  timer.unref()

  function look() {
    nextMs = Number.POSITIVE_INFINITY
    running = round().then(
      () => {
        nextMs = clock.nowMs() + LOOK_EVERY_MS
      },
      (error) => {
        nextMs = clock.nowMs() + RETRY_MS
        log.warn('the forecast will be asked for again', { source: source.name, error })
      },
    )
    return running
  }

  async function round() {
    const sinceUs = clock.nowMs() * 1000 - REACH_BACK_US
    for (;;) {
      const trips = await tripsWithoutWeather(db, sinceUs, PIECE_US, TRIPS_AT_ONCE)
      for (const trip of trips) {
        if (closed) return
        await tell(trip)
      }
      if (trips.length < TRIPS_AT_ONCE) return
    }
  }

  async function tell({ id, vesselNumber, fromUs, toUs }: TripWithoutWeather) {
    const stretch = { vesselNumber, fromUs: Math.floor(fromUs / MINUTE_US) * MINUTE_US, toUs }
    const avg = { instance: 0, aggregation: 'avg' as const }
    const [latitudes, longitudes] = await telemetry.series.buckets(
      stretch,
      [
        { key: 'latitude', ...avg },
        { key: 'longitude', ...avg },
      ],
      MINUTE_US,
    )
    const measured = await measuredOnBoard(stretch)
    const waypoints = (latitudes?.timeUs ?? []).flatMap((timeUs, i): Waypoint[] => {
      const [latitudeDeg, longitudeDeg] = [latitudes?.value[i], longitudes?.value[i]]
      return typeof latitudeDeg === 'number' && typeof longitudeDeg === 'number'
        ? [{ timeUs, latitudeDeg, longitudeDeg }]
        : []
    })
    const scalars = []
    for (const waypoint of waypoints) {
      scalars.push(...readingsAt(waypoint, await ask(questionOf(waypoint)), measured))
    }
    await telemetry.appendDerived([{ vesselNumber, scalars, fixes: [], imu: [], ais: [], faults: [] }])
    await noteWeather(db, id, source.name, toUs)
  }

  /** What the boat's own instruments say is not covered up: only a forecast lies exactly on the minutes. */
  async function measuredOnBoard({ vesselNumber, fromUs, toUs }: Stretch): Promise<Set<string>> {
    const beginning = { vesselNumber, fromUs, toUs: Math.min(toUs, fromUs + PIECE_US) }
    const samples = await Promise.all(PLAIN_KEYS.map((key) => telemetry.series.samples(beginning, key, 0)))
    return new Set(PLAIN_KEYS.filter((_, i) => samples[i]?.timeUs.some((us) => us % MINUTE_US !== 0)))
  }

  function ask({ latitudeDeg, longitudeDeg, dayUs }: Question): Promise<HourlyForecast> {
    const key = `${latitudeDeg.toFixed(1)} ${longitudeDeg.toFixed(1)} ${dayUs}`
    const known = answers.get(key)
    if (known) return known
    if (answers.size >= MAX_KEPT_ANSWERS) answers.clear()
    const answer = source.hourly(latitudeDeg, longitudeDeg, dayUs)
    answers.set(key, answer)
    answer.catch(() => answers.delete(key))
    return answer
  }

  return {
    async idle() {
      await running
      await look()
    },
    async close() {
      closed = true
      leave()
      clearInterval(timer)
      await running
    },
  }
}

/** Forecast keys that a boat's own instruments may give as well. */
const PLAIN_KEYS = FORECAST_KEYS.filter((key) => !key.endsWith('_fc'))
