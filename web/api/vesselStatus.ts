import { queryOptions } from '@tanstack/react-query'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { fetchVesselStatus } from '#contract/wire/timeSeries.ts'
import { getVesselStatus, updateDeviceLabel } from '#contract/wire/vesselStatus.ts'
import { call } from './call.ts'

/** Polling interval for the status of a vessel that reports. */
const REREAD_MS = 10_000
/** Interval while a user waits for the first data of a vessel. */
const ARRIVING_REREAD_MS = 2000

export const vesselStatusQuery = (vesselId: string, isLive: boolean) =>
  queryOptions({
    queryKey: ['vessels', 'status', vesselId],
    queryFn: async ({ signal }) => (await call(getVesselStatus, { params: { id: vesselId }, signal })).data,
    refetchInterval: isLive ? REREAD_MS : false,
    meta: { errorMessage: 'vesselStatus.failed' },
  })

/** Status of a vessel whose first data are awaited. */
export const arrivingStatusQuery = (vesselId: string) => ({
  ...vesselStatusQuery(vesselId, true),
  refetchInterval: ARRIVING_REREAD_MS,
})

export const labelDevice = (vesselId: string, deviceKey: string, label: string) =>
  call(updateDeviceLabel, {
    params: { id: vesselId, deviceKey },
    query: label.trim() === '' ? {} : { label: label.trim() },
  })

export interface HistoryRequest {
  vesselId: string
  field: string
  range: HistoryRange
}

const BEGIN_MS = Date.UTC(2020, 0, 1)

/** Ranges of the history, each with its resolution. */
export const HISTORY_RANGES = {
  hour: { ms: HOUR_MS, resolution: { value: 1, type: 'seconds' } },
  day: { ms: DAY_MS, resolution: { value: 1, type: 'minutes' } },
  days30: { ms: 30 * DAY_MS, resolution: { value: 1, type: 'hours' } },
  months3: { ms: 91 * DAY_MS, resolution: { value: 1, type: 'hours' } },
  months6: { ms: 183 * DAY_MS, resolution: { value: 6, type: 'hours' } },
  months12: { ms: 365 * DAY_MS, resolution: { value: 1, type: 'days' } },
  all: { ms: null, resolution: { value: 1, type: 'days' } },
} as const
export type HistoryRange = keyof typeof HISTORY_RANGES

/**
 * Units of coarse buckets. A bucket may cover minutes or a whole day, so the overall figures need their own request.
 */
const ROUGH: ReadonlySet<string> = new Set(['hours', 'days'])
/** One bucket for any range. */
const WHOLE = { value: 100_000, type: 'days' } as const

const KEPT_MS = 5 * MINUTE_MS
export const HISTORY_AGGREGATIONS = ['min', 'avg', 'max'] as const

/**
 * Minimum, mean and maximum of a field over a range that ends now, the same over the range as a `whole`, and the
 * range itself.
 */
export const historyQuery = ({ vesselId, field, range }: HistoryRequest) =>
  queryOptions({
    queryKey: ['vessel-history', vesselId, field, range],
    queryFn: async ({ signal }) => {
      const { ms, resolution } = HISTORY_RANGES[range]
      const toMs = Date.now()
      const fromMs = ms === null ? BEGIN_MS : toMs - ms
      const interval = { vesselId, field, fromMs, toMs }
      const [entries, whole] = await Promise.all([
        fetchHistory({ ...interval, resolution }, signal),
        ROUGH.has(resolution.type) ? fetchHistory({ ...interval, resolution: WHOLE }, signal) : null,
      ])
      return { entries, whole: whole ?? entries, asked: { fromMs: ms === null ? null : fromMs, toMs } }
    },
    staleTime: KEPT_MS,
    refetchOnWindowFocus: false,
    meta: { errorMessage: 'vesselStatus.failed' },
  })

export interface IntervalRequest {
  vesselId: string
  field: string
  fromMs: number
  toMs: number
  resolution: Resolution
}

/** Minimum, mean and maximum of a field over an interval of the past. */
export const intervalQuery = (interval: IntervalRequest) =>
  queryOptions({
    queryKey: ['vessel-history', interval],
    queryFn: ({ signal }) => fetchHistory(interval, signal),
    staleTime: KEPT_MS,
    refetchOnWindowFocus: false,
    meta: { errorMessage: 'vesselStatus.failed' },
  })

type Resolution =
  | (typeof HISTORY_RANGES)[HistoryRange]['resolution']
  | typeof WHOLE
  | { value: number; type: 'seconds' }

async function fetchHistory(
  { vesselId, field, fromMs, toMs, resolution }: IntervalRequest,
  signal: AbortSignal,
) {
  const body = {
    filters: {
      vessel_id: vesselId,
      start_time: new Date(fromMs).toISOString(),
      end_time: new Date(toMs).toISOString(),
    },
    fields: HISTORY_AGGREGATIONS.map((aggregation) => ({ field, aggregation })),
    resolution,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  return (await call(fetchVesselStatus, { body, signal })).data
}
