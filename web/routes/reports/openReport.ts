import { createContext, useContext } from 'react'
import type { DashboardStatistics, Period } from '#contract/wire/statistics.ts'

interface Report {
  stats: DashboardStatistics['stats']
  period: Period
}

/** Report of the days selected above the tabs. */
export const OpenReport = createContext<Report | null>(null)

/** For tabs of a report. Throws elsewhere. */
export function useReport(): Report {
  const report = useContext(OpenReport)
  if (!report) throw new Error('There is no report around')
  return report
}
