import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getReportPdf, type ReportPeriod } from '#contract/wire/reportSchedule.ts'
import { fetchDashboardStatistics, type Period } from '#contract/wire/statistics.ts'
import { here } from '../base.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { unlessLost } from '../live/lostCalls.ts'
import { session } from '../session/session.ts'
import { call } from './call.ts'
import { departmentChoice } from './departmentChoice.ts'
import { readProblem } from './readProblem.ts'

/** Figures of these vessels in [start, end), by day, week and month of the reader's own calendar. */
export const dashboardQuery = (
  range: { start_time: string; end_time: string },
  vesselIds: readonly string[],
) =>
  queryOptions({
    queryKey: ['dashboard', range, vesselIds],
    queryFn: async ({ signal }) => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const body = { ...range, vessel_id: [...vesselIds], timezone }
      return (await call(fetchDashboardStatistics, { body, signal })).stats
    },
    enabled: vesselIds.length > 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.dashboard' },
  })

export interface ReportAsked {
  start_time: string
  end_time: string
  period: Period
}

/** Fetches the report of these days as a PDF, with its file name. */
export const fetchReportPdf = (asked: ReportAsked) => unlessLost((signal) => fetchPdf(asked, signal))

async function fetchPdf(asked: ReportAsked, signal: AbortSignal): Promise<{ blob: Blob; name: string }> {
  const departmentId = departmentChoice.get()
  const query = new URLSearchParams({
    ...{ ...asked, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: currentLanguage() },
    ...(departmentId && { department_id: departmentId }),
  })
  const headers = { authorization: `Bearer ${await session.token()}` }
  const response = await fetch(here(`${getReportPdf.path}?${query}`), {
    ...{ headers, signal },
    credentials: 'same-origin',
  })
  if (!response.ok) throw await readProblem(response)
  const [, name = ''] =
    /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { blob: await response.blob(), name: decodeURIComponent(name) || 'report.pdf' }
}

/** Address of a preview: the report that a schedule would send the reader for the latest period. */
export const previewAddress = (period: ReportPeriod, departmentId: string) =>
  here(
    `${getReportPdf.path}?${new URLSearchParams({ preview: period, department_id: departmentId, language: currentLanguage() })}`,
  )
