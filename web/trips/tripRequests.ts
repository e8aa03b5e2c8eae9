import { readLocalStorageValue } from '@mantine/hooks'
import { MINUTE_MS, MINUTE_S } from '#contract/domain/time.ts'
import type { TimeSeriesRequest } from '#contract/wire/timeSeries.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { tripFuelStatsQuery } from '../api/statistics.ts'
import { pathQuery, seriesQuery } from '../api/telemetry.ts'
import { tripQuery } from '../api/trips.ts'
import { chosenSeries, DEFAULT_FIELDS, requestFields } from '../plots/chosenSeries.ts'
import { telemetryStepS } from '../plots/resolution.ts'
import { tripInterval } from '../replay/tripInterval.ts'
import { queryClient } from '../session/queryClient.ts'
import { type Addressed, minuteIn, withSensor } from './moment/momentInAddress.ts'

/** Storage keys for the series of the plot, and for whether the plot is shown. */
export const CHART_FIELDS = { key: 'map-chart-series', defaultValue: DEFAULT_FIELDS as readonly string[] }
export const CHART_SHOWN = { key: 'map-chart', defaultValue: true }

/** Most points of a path on the map, at least a second apart. */
const MOST_POINTS = 2000

export const mapPathQuery = ({ id, live }: Pick<Trip, 'id' | 'live'>) =>
  pathQuery(id, { points: MOST_POINTS, live })

/**
 * Series of the trip plot, for the whole trip or for one minute of it, and their range. The address may name a minute
 * outside the trip; then the whole trip is used.
 */
export function plotRequest(trip: Trip, fields: readonly string[], address: Addressed) {
  const { fromMs: startMs, toMs: endMs } = tripInterval(trip)
  const minute = minuteIn(address, { fromMs: startMs, toMs: endMs })
  const stepS = minute === undefined ? telemetryStepS((endMs - startMs) / 1000) : 1
  const request: TimeSeriesRequest = {
    filters: {
      trip_id: trip.id,
      ...(minute === undefined ? {} : { start_time: minute, end_time: minute + MINUTE_S }),
    },
    fields: requestFields(chosenSeries(withSensor(fields, address.sensor), String)).slice(0, 40),
    resolution: { value: stepS, type: 'seconds' },
  }
  return {
    minute,
    query: seriesQuery(request, trip.live && minute === undefined),
    stepMs: stepS * 1000,
    fromMs: minute === undefined ? startMs : minute * 1000,
    toMs: minute === undefined ? Math.max(endMs, startMs + MINUTE_MS) : (minute + MINUTE_S) * 1000,
  }
}

// Data of the first view are requested before the files of the page; the page itself reports failures.

export const askForTrip = (tripId: string) => queryClient.fetchQuery(tripQuery(tripId)).catch(() => null)

export async function askForTripSummary(tripId: string) {
  const trip = await askForTrip(tripId)
  if (trip) void queryClient.prefetchQuery(tripFuelStatsQuery(trip))
}

export async function askForTripMap(tripId: string, address: Addressed) {
  const trip = await askForTrip(tripId)
  if (!trip) return
  void queryClient.prefetchQuery(mapPathQuery(trip))
  const fields = readLocalStorageValue(CHART_FIELDS)
  if (fields.length > 0 && readLocalStorageValue(CHART_SHOWN))
    void queryClient.prefetchQuery(plotRequest(trip, fields, address).query)
}
