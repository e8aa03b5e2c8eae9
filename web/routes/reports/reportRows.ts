import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  FIGURE_UNITS,
  FIGURE_WORDS,
  type FigureKey,
  orderRows,
  type ReportRow,
} from '#contract/words/reportRows.ts'
import { captainsQuery } from '../../api/captains.ts'
import { usePermission } from '../../api/user.ts'
import { useDistinctNames } from '../../fleet/useDistinctNames.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useVesselNames } from '../../live/vesselNames.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { type NamesState, namesOf } from '../../loading/namesState.ts'
import { useReport } from './openReport.ts'

export interface ReportTable {
  rows: ReportRow[]
  names: NamesState
  /** Loads the captains' names again; vessel names arrive by the socket. */
  onRetry?: (() => void) | undefined
}

/** Rows of the report's two tables, with the names loaded so far. */
export function useReportTables(): Record<'vessels' | 'captains', ReportTable> {
  const { table_stats: tables } = useReport().stats
  const states = useVessels((all) => all.all())
  const mayCaptains = usePermission('department:captain-view')
  const query = useQuery({ ...captainsQuery, enabled: mayCaptains })
  const captains = query.data?.data
  const distinct = useDistinctNames()
  const vesselNames = useVesselNames()
  const captainNames = namesOf(query, mayCaptains)
  const rows = useMemo(() => {
    const named = (rows: readonly { id: string; name: string }[] = []) =>
      new Map(rows.map(({ id, name }) => [id, name]))
    const [vesselNamed, captainNamed] = [distinct(states), named(captains)]
    return {
      vessels: tables.vessel_stats.map(({ vessel_id: id, ...row }) => ({
        ...{ id, ...row },
        name: vesselNamed.get(id) ?? null,
      })),
      captains: tables.captain_stats.map(({ captain_id: id, ...row }) => ({
        ...{ id, ...row },
        name: captainNamed.get(id) ?? null,
      })),
    }
  }, [tables, states, captains, distinct])
  return {
    vessels: { rows: rows.vessels, names: vesselNames },
    captains: { rows: rows.captains, names: captainNames, onRetry: () => void query.refetch() },
  }
}

/** `orderRows` of the contract, with names sorted in the language of the console. */
export const orderShownRows = (rows: readonly ReportRow[], order: string) =>
  orderRows(rows, order, currentLanguage())

/** Figures of a row: title and unit of the API; minutes are written as hours and minutes. */
export function useFigureColumns(): Readonly<
  Record<FigureKey, { title: string; unit: string; decimals?: number }>
> {
  const { t } = useTranslation()
  const columns = Object.entries(FIGURE_UNITS) as [FigureKey, (typeof FIGURE_UNITS)[FigureKey]][]
  return Object.fromEntries(
    columns.map(([key, unit]) => [key, { title: t(`reports.${FIGURE_WORDS[key]}`), ...unit }]),
  ) as ReturnType<typeof useFigureColumns>
}
