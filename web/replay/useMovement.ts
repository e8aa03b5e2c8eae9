import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TimeSeriesRequest } from '#contract/wire/timeSeries.ts'
import { chunkQuery } from '../api/telemetry.ts'
import { queryClient } from '../session/queryClient.ts'
import { type Movement, readMovement, SAMPLE_MS, WINDOW_MS } from './movement.ts'
import { type Readouts, toReadouts } from './readouts.ts'

/** Data of one window of the replay: the boat's movement and the values beside her. */
export interface ReplayWindowData {
  movement: Movement | null
  movementFailed: boolean
  readouts: Readouts | null
  readoutsFailed: boolean
  pending: boolean
}

interface Interval {
  tripId: string
  fromMs: number
  toMs: number
}

/** Windows of five minutes; the next window is fetched while this one plays. */
export function useMovement(trip: Interval, sensor: number, windowMs: number): ReplayWindowData {
  const [movement, readouts] = useQueries({
    queries: [movementQuery(trip, sensor, windowMs), readoutsQuery(trip, windowMs)],
  })
  const next = windowMs + WINDOW_MS
  if (movement.isSuccess && next < trip.toMs) {
    void queryClient.prefetchQuery(movementQuery(trip, sensor, next))
    void queryClient.prefetchQuery(readoutsQuery(trip, next))
  }
  return {
    movement: useMemo(() => (movement.data ? readMovement(movement.data) : null), [movement.data]),
    movementFailed: movement.isError,
    readouts: useMemo(() => (readouts.data ? toReadouts(readouts.data) : null), [readouts.data]),
    readoutsFailed: readouts.isError,
    pending: movement.isPending,
  }
}

const movementQuery = (trip: Interval, sensor: number, windowMs: number) => ({
  ...chunkQuery(
    request(trip, windowMs, SAMPLE_MS, [
      ...(['euler_x', 'euler_y', 'euler_z'] as const).map((axis) => ({
        type: 'sensor' as const,
        field: `${axis}_${sensor}`,
        aggregation: 'avg' as const,
      })),
      { type: 'sensor', field: `impact_${sensor}`, aggregation: 'max' },
    ]),
  ),
  meta: { errorMessage: 'replay.noMovement' as const },
})

const readoutsQuery = (trip: Interval, windowMs: number) => ({
  ...chunkQuery(
    request(trip, windowMs, 1000, [
      { type: 'general', field: 'latitude', aggregation: 'avg' },
      { type: 'general', field: 'longitude', aggregation: 'avg' },
      { type: 'general', field: 'cog', aggregation: 'max' },
      { type: 'general', field: 'impact', aggregation: 'max' },
      { type: 'general', field: 'sog', aggregation: 'max' },
    ]),
  ),
  meta: { errorMessage: 'replay.noPosition' as const },
})

function request(
  trip: Interval,
  windowMs: number,
  stepMs: number,
  fields: TimeSeriesRequest['fields'],
): TimeSeriesRequest {
  return {
    filters: {
      trip_id: trip.tripId,
      start_time: windowMs / 1000,
      end_time: Math.min(windowMs + WINDOW_MS, trip.toMs) / 1000,
    },
    fields,
    resolution: { value: stepMs, type: 'milliseconds' },
  }
}
