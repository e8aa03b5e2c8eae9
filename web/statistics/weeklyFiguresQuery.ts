import { queryOptions } from '@tanstack/react-query'
import { HOUR_MS } from '#contract/domain/time.ts'
import { getWeeklyFigures } from '#contract/wire/tripFigures.ts'
import { call } from '../api/call.ts'
import type { Subject } from './useStatistics.ts'

/** Figures of the last whole weeks, oldest first. */
export const weeklyFiguresQuery = (of: Subject) =>
  queryOptions({
    queryKey: ['trips', 'weeks', of],
    queryFn: async ({ signal }) => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
      return (await call(getWeeklyFigures, { query: { ...of, timezone }, signal })).weeks
    },
    staleTime: HOUR_MS,
  })
