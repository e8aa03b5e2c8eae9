import { useQuery } from '@tanstack/react-query'
import { connect } from 'echarts/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardStatistics, Period } from '#contract/statistics.ts'
import { captainsQuery } from '../../api/captains.ts'
import { BarChart } from '../../charts/BarChart.tsx'
import { useVessels } from '../../live/vesselStates.ts'
import { Duration, Quantity } from '../../ui/Quantity.tsx'
import classes from './GeneralReport.module.css'
import { TopTable } from './TopTable.tsx'

const GROUP = 'general-report'

/** How long and how far the fleet sailed, and who sailed most. */
export function GeneralReport({ report, period }: { report: DashboardStatistics['stats']; period: Period }) {
  const { t } = useTranslation()
  const { summary, table_stats: tables } = report
  const series = report[period]
  const vessels = useVessels((states) => states.all())
  const captains = useQuery(captainsQuery)
  useEffect(() => {
    connect(GROUP)
  }, [])
  return (
    <div className={classes.grid}>
      <section className={classes.card}>
        <h2>{t('reports.duration')}</h2>
        <div className={classes.figures}>
          <Figure title={t('reports.totalDuration')}>
            <Duration minutes={summary.total_duration} />
          </Figure>
          <Figure title={t('reports.activeDuration')}>
            <Duration minutes={summary.active_duration} />
          </Figure>
          <Figure title={t('reports.idleDuration')}>
            <Duration minutes={summary.idle_duration} />
          </Figure>
        </div>
        <BarChart
          label={t('reports.duration')}
          unit="min"
          group={GROUP}
          series={[
            { name: t('reports.active'), points: series.active_duration },
            { name: t('reports.idle'), points: series.idle_duration },
          ]}
        />
      </section>
      <section className={classes.card}>
        <h2>{t('reports.distance')}</h2>
        <div className={classes.figures}>
          <Figure title={t('reports.totalDistance')}>
            <Quantity value={summary.total_distance} unit="nmi" />
          </Figure>
        </div>
        <BarChart
          label={t('reports.distance')}
          unit="nmi"
          group={GROUP}
          series={[{ name: t('reports.distance'), points: series.distance }]}
        />
      </section>
      <TopTable
        title={t('reports.topVessels')}
        rows={tables.vessel_stats.map((row) => ({ ...row, id: row.vessel_id }))}
        names={new Map(vessels.map(({ id, name }) => [id, name]))}
      />
      <TopTable
        title={t('reports.topCaptains')}
        rows={tables.captain_stats.map((row) => ({ ...row, id: row.captain_id }))}
        names={new Map(captains.data?.data.map(({ id, name }) => [id, name]))}
      />
    </div>
  )
}

function Figure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <span>{title}</span>
      <strong>{children}</strong>
    </div>
  )
}
