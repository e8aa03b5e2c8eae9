import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { HOUR_MS, HOUR_S, MINUTE_MS } from '#contract/domain/time.ts'
import { FLEET_STEPS_S, fetchFleetTracks } from '#contract/wire/fleetTracks.ts'
import { call } from '../api/call.ts'
import { serverClock } from '../live/serverClock.ts'
import { createChunk } from './fleetHistory.ts'

const KEPT_MS = MINUTE_MS

interface Interval {
  fromMs: number
  toMs: number
  stepS: number
}

async function readChunk(
  { fromMs, toMs, stepS }: Interval,
  vesselIds: readonly string[] | null,
  signal: AbortSignal,
) {
  const body = {
    ...{ start_time: fromMs / 1000, end_time: toMs / 1000, step_s: stepS },
    ...(vesselIds ? { vessel_ids: [...vesselIds] } : {}),
  }
  const { data, step_s } = await call(fetchFleetTracks, { body, signal })
  return createChunk(data, fromMs, step_s)
}

/**
 * Positions of the fleet over an interval of the past, one fix a step. The answer is large, so the cache drops it
 * early.
 */
export const fleetChunkQuery = ({ fromMs, toMs, stepS }: Interval) =>
  queryOptions({
    queryKey: ['fleet-tracks', fromMs, toMs, stepS],
    queryFn: ({ signal }) => readChunk({ fromMs, toMs, stepS }, null, signal),
    // Comparing old and new data would compare a hundred thousand numbers.
    structuralSharing: false,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Positions of one vessel over an interval, one fix a step. */
export const vesselChunkQuery = (vesselId: string, { fromMs, toMs, stepS }: Interval) =>
  queryOptions({
    queryKey: ['fleet-tracks', vesselId, fromMs, toMs, stepS],
    queryFn: ({ signal }) => readChunk({ fromMs, toMs, stepS }, [vesselId], signal),
    structuralSharing: false,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  })

const REREAD_MS = MINUTE_MS

/** Positions of vessels in the last hours, read again every minute. Null asks for all vessels. */
export const recentTracksQuery = (hours: number, vesselIds: readonly string[] | null) =>
  queryOptions({
    queryKey: ['recent-tracks', hours, vesselIds],
    queryFn: ({ signal }) => {
      const toMs = serverClock.nowMs()
      return readChunk({ fromMs: toMs - hours * HOUR_MS, toMs, stepS: recentStepS(hours) }, vesselIds, signal)
    },
    structuralSharing: false,
    placeholderData: keepPreviousData,
    staleTime: REREAD_MS,
    gcTime: KEPT_MS,
    refetchInterval: REREAD_MS,
  })

/** Step between fixes, so that a track has about a thousand of them. */
const recentStepS = (hours: number) =>
  FLEET_STEPS_S.find((stepS) => stepS >= (hours * HOUR_S) / 1000) ?? HOUR_S
