import { DAY_US, MINUTE_US } from '#contract/domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Step } from '#server/processing/loop/step.ts'
import { noteWeather, type TripWithoutWeather, tripsWithoutWeather } from '#server/records/tripWeather.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { type Question, questionOf, readingsAt, type Waypoint } from './alongTrack.ts'
import { FORECAST_KEYS, type ForecastSource, type HourlyForecast } from './forecastSource.ts'

interface Dependencies {
  db: Db
  telemetry: Telemetry
  clock: Clock
  source: ForecastSource
  partitions: ReadonlySet<number>
}

/** An open trip gets its weather in chunks of this length. */
const CHUNK_US = 10 * MINUTE_US
const LOOK_EVERY_MS = 30_000
const TRIPS_AT_ONCE = 50
/** Trips whose forecasts are stored together. */
const STORED_AT_ONCE = 10
/** Services keep some months of past forecasts; older trips stay without. */
const REACH_BACK_US = 90 * DAY_US
const MAX_KEPT_ANSWERS = 500

/** Stores along the track of each trip, minute by minute, the forecast that the boat sailed in. */
export function weatherStep({ db, telemetry, clock, source, partitions }: Dependencies): Step {
  const answers = new Map<string, Promise<HourlyForecast>>()
  const lacking = (vesselNumbers?: readonly number[]) =>
    tripsWithoutWeather(
      db,
      clock.nowMs() * 1000 - REACH_BACK_US,
      CHUNK_US,
      TRIPS_AT_ONCE,
      partitions,
      vesselNumbers,
    )

  async function forecastOf(trip: TripWithoutWeather) {
    const { vesselNumber, fromUs, toUs } = trip
    const interval = { vesselNumber, fromUs: Math.floor(fromUs / MINUTE_US) * MINUTE_US, toUs }
    const avg = { instance: 0, aggregation: 'avg' as const }
    const [latitudes, longitudes] = await telemetry.series.buckets(
      interval,
      [
        { key: 'latitude', ...avg },
        { key: 'longitude', ...avg },
      ],
      MINUTE_US,
    )
    const measured = await measuredOnBoard(interval)
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
    return { trip, scalars }
  }

  async function store(forecasts: readonly Awaited<ReturnType<typeof forecastOf>>[]) {
    if (forecasts.length === 0) return
    await telemetry.appendDerived(
      forecasts.map(({ trip: { vesselNumber }, scalars }) => ({
        ...{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] },
      })),
    )
    await db.transaction(async (tx) => {
      for (const { trip } of forecasts) await noteWeather(tx, trip, source.name)
    })
  }

  /**
   * Series that the boat's own instruments measured, which a forecast must not cover: only a forecast lies exactly on
   * the minutes.
   */
  async function measuredOnBoard({ vesselNumber, fromUs, toUs }: VesselInterval): Promise<Set<string>> {
    const beginning = { vesselNumber, fromUs, toUs: Math.min(toUs, fromUs + CHUNK_US) }
    const samples = await telemetry.series.sampleColumns([beginning], PLAIN_KEYS, true)
    const measured = samples.filter(
      ({ instance, timeUs }) => instance === 0 && timeUs.some((us) => us % MINUTE_US !== 0),
    )
    return new Set(measured.map(({ key }) => key))
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
    name: 'weather',
    find: async () => (await lacking()).map((trip) => ({ ...trip, share: 'outside' as const })),
    findEveryMs: LOOK_EVERY_MS,
    findAfter: 'trip.ended',
    reachUs: -1,
    longestUs: Number.POSITIVE_INFINITY,
    mostWorks: TRIPS_AT_ONCE,
    mostUs: Number.POSITIVE_INFINITY,
    // This step waits for an outside service and writes nothing that other steps write, so it takes no turns.
    takesTurns: false,
    async run(works, signal) {
      const trips = await lacking(works.map(({ vessel }) => vessel.number))
      for (let i = 0; i < trips.length; i += STORED_AT_ONCE) {
        const forecasts: Awaited<ReturnType<typeof forecastOf>>[] = []
        try {
          for (const trip of trips.slice(i, i + STORED_AT_ONCE)) {
            signal.throwIfAborted()
            forecasts.push(await forecastOf(trip))
          }
        } finally {
          // The source may be out of reach for the next one.
          await store(forecasts)
        }
      }
    },
  }
}

/** Forecast keys that a boat's own instruments may give as well. */
const PLAIN_KEYS = FORECAST_KEYS.filter((key) => !key.endsWith('_fc'))
