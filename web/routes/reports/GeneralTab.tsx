import { useTranslation } from 'react-i18next'
import { BarPlot } from '../../plots/BarPlot.tsx'
import { Minutes, Quantity } from '../../ui/Quantity.tsx'
import { useReport } from './openReport.ts'
import classes from './Report.module.css'
import { ReportCard, Summed, SummedFigure } from './ReportCard.tsx'
import { useReportTables } from './reportRows.ts'
import { TopTables } from './TopTables.tsx'
import { useTogether } from './useTogether.ts'

/** Duration and distance of the fleet, and the vessels and captains that sailed most. */
export function GeneralTab() {
  const { t } = useTranslation()
  const { stats, period } = useReport()
  const { summary } = stats
  const series = stats[period]
  const group = useTogether()
  const tables = useReportTables()
  return (
    <div className={classes.grid}>
      <ReportCard title={t('reports.duration')}>
        <Summed>
          <SummedFigure title={t('reports.totalDuration')}>
            <Minutes minutes={summary.total_duration} />
          </SummedFigure>
          <SummedFigure title={t('reports.activeDuration')}>
            <Minutes minutes={summary.active_duration} />
          </SummedFigure>
          <SummedFigure title={t('reports.idleDuration')}>
            <Minutes minutes={summary.idle_duration} />
          </SummedFigure>
        </Summed>
        <BarPlot
          label={t('reports.duration')}
          unit="min"
          group={group}
          series={[
            { name: t('reports.active'), points: series.active_duration },
            { name: t('reports.idle'), points: series.idle_duration },
          ]}
        />
      </ReportCard>
      <ReportCard title={t('reports.distance')}>
        <Summed>
          <SummedFigure title={t('reports.totalDistance')}>
            <Quantity value={summary.total_distance} unit="nmi" />
          </SummedFigure>
        </Summed>
        <BarPlot
          label={t('reports.distance')}
          unit="nmi"
          group={group}
          series={[{ name: t('reports.distance'), points: series.distance }]}
        />
      </ReportCard>
      <TopTables tables={tables} tab="general" />
    </div>
  )
}
