import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { compareNames } from '#contract/nameOrder.ts'
import type { CaptainRow, VesselRow } from '#contract/statistics.ts'
import { captainsQuery } from '../../api/captains.ts'
import { usePermission } from '../../api/user.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { useReport } from './openReport.ts'

type Figures = Omit<VesselRow & CaptainRow, 'vessel_id' | 'captain_id'>
/** A line of a table: somebody or some boat, and what her trips come to. Null is a name that nobody may know. */
export interface ReportRow extends Figures {
  id: string
  name: string | null
}
export type FigureKey = keyof Figures

/** The lines of the report's two tables, with names. */
export function useReportRows(): { vessels: ReportRow[]; captains: ReportRow[] } {
  const { table_stats: tables } = useReport().stats
  const states = useVessels((all) => all.all())
  const mayCaptains = usePermission('department:captain-view')
  const captains = useQuery({ ...captainsQuery, enabled: mayCaptains }).data?.data
  return useMemo(() => {
    const named = (rows: readonly { id: string; name: string }[] = []) =>
      new Map(rows.map(({ id, name }) => [id, name]))
    const [vesselNames, captainNames] = [named(states), named(captains)]
    return {
      vessels: tables.vessel_stats.map(({ vessel_id: id, ...row }) => ({
        ...{ id, ...row },
        name: vesselNames.get(id) ?? null,
      })),
      captains: tables.captain_stats.map(({ captain_id: id, ...row }) => ({
        ...{ id, ...row },
        name: captainNames.get(id) ?? null,
      })),
    }
  }, [tables, states, captains])
}

/** Largest first or last; what is not known comes last either way, and equals go by their names. */
export function orderRows(rows: readonly ReportRow[], order: string): ReportRow[] {
  const [field = '', direction] = order.split(':')
  const sign = direction === 'asc' ? 1 : -1
  const byName = compareNames(currentLanguage())
  const names = (a: ReportRow, b: ReportRow) => byName(a.name ?? '', b.name ?? '')
  if (field === 'name') return rows.toSorted((a, b) => sign * names(a, b))
  const key = field as FigureKey
  return rows.toSorted((a, b) => {
    const [left, right] = [a[key], b[key]]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || names(a, b)
    return sign * (left - right) || names(a, b)
  })
}

/** Every figure of a line: its word and the unit of the wire; minutes are written as hours and minutes. */
export function useFigureColumns(): Readonly<
  Record<FigureKey, { title: string; unit: string; decimals?: number }>
> {
  const { t } = useTranslation()
  return {
    nr_trips: { title: t('reports.trips'), unit: '' },
    distance: { title: t('reports.distance'), unit: 'nmi' },
    duration_minutes: { title: t('reports.duration'), unit: 'min' },
    fuel_consumption: { title: t('reports.fuelConsumption'), unit: 'L' },
    avg_fuel_rate_l_nm: { title: t('reports.fuelRate'), unit: 'L/nmi' },
    avg_fuel_rate: { title: t('reports.hourlyRate'), unit: 'L/hr' },
    co2_emissions: { title: t('reports.co2'), unit: 'kg' },
    nox_emissions: { title: t('reports.nox'), unit: 'g', decimals: 0 },
    avg_impact: { title: t('reports.avgImpact'), unit: 'g' },
    peak_impact: { title: t('reports.peakImpact'), unit: 'g' },
    red_impacts: { title: t('reports.redImpacts'), unit: '' },
    avg_sog: { title: t('reports.avgSog'), unit: 'kn' },
    max_sog: { title: t('reports.peakSog'), unit: 'kn' },
  }
}
