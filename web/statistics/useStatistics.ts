import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { presetRange } from '#contract/domain/datePresets.ts'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { fetchFuelStatistics, fetchSafetyStatistics } from '#contract/wire/statistics.ts'
import { call } from '../api/call.ts'
import type { DaysSearch } from '../searchParameters.ts'
import { dayRange } from '../tables/listQuery.ts'

/** Captain or vessel whose trips are counted. */
export type Subject = { captain_id: string } | { vessel_id: string }

const KEPT_MS = 5 * MINUTE_MS
interface Range {
  start_time: string
  end_time: string
}
const bodyOf = (of: Subject, range: Range) => {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return { request_type: 'agg' as const, ...of, ...range, timezone }
}
const kept = { staleTime: KEPT_MS, refetchOnWindowFocus: false, placeholderData: keepPreviousData }

const safetyQuery = (of: Subject, range: Range) =>
  queryOptions({
    queryKey: ['trips', 'safety', of, range],
    queryFn: ({ signal }) => call(fetchSafetyStatistics, { body: bodyOf(of, range), signal }),
    meta: { errorMessage: 'tripSafety.failed' },
    ...kept,
  })
const fuelQuery = (of: Subject, range: Range) =>
  queryOptions({
    queryKey: ['trips', 'fuel', of, range],
    queryFn: ({ signal }) => call(fetchFuelStatistics, { body: bodyOf(of, range), signal }),
    meta: { errorMessage: 'tripFuel.failed' },
    ...kept,
  })

/** Days in the address, or the last thirty. */
export function useDays() {
  const search: DaysSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const days =
    search.from || search.to ? { from: search.from, to: search.to } : presetRange('last30Days', new Date())
  return {
    days,
    range: dayRange(days),
    choose: (chosen: DaysSearch) =>
      void navigate({ to: '.', search: (now: DaysSearch) => ({ ...now, ...chosen }), replace: true }),
  }
}

export const useSafety = (of: Subject, range: Range) => useQuery(safetyQuery(of, range))
export const useFuel = (of: Subject, range: Range) => useQuery(fuelQuery(of, range))
