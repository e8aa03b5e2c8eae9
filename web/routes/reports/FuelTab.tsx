import { LineChart } from 'echarts/charts'
import { use } from 'echarts/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { periodMeans } from '#contract/wire/periodMeans.ts'
import { BarPlot } from '../../plots/BarPlot.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { useReport } from './openReport.ts'
import classes from './Report.module.css'
import { ReportCard, Summed, SummedFigure, useAverage } from './ReportCard.tsx'
import { useReportTables } from './reportRows.ts'
import { TopTables } from './TopTables.tsx'
import { useTogether } from './useTogether.ts'

use([LineChart])

/** Fuel and emissions of the fleet, average consumption, and the largest consumers. */
export function FuelTab() {
  const { t } = useTranslation()
  const { stats, period } = useReport()
  const { summary, moving_avg_data: averages } = stats
  const series = stats[period]
  const group = useTogether()
  const tables = useReportTables()
  const consumption = useAverage(averages.fuel_consumption, t('reports.fuelConsumption'))
  const rate = useAverage(averages.avg_fuel_rate_l_nm, t('reports.fuelRate'))
  const begins = useMemo(() => series.fuel_consumption.map(({ x }) => x), [series])
  // Averages are of days on which something was burnt, and so are the bars beside them.
  const perDay = useMemo(
    () =>
      periodMeans(
        stats.day.fuel_consumption.filter(({ y }) => y !== null && y > 0),
        begins,
      ),
    [stats, begins],
  )
  return (
    <div className={classes.grid}>
      <ReportCard title={t('reports.fuelConsumption')}>
        <Summed>
          <SummedFigure title={t('reports.totalConsumption')}>
            <Quantity value={summary.total_consumption} unit="L" />
          </SummedFigure>
          <SummedFigure title={t('reports.activeConsumption')}>
            <Quantity value={summary.active_consumption} unit="L" />
          </SummedFigure>
          <SummedFigure title={t('reports.idleConsumption')}>
            <Quantity value={summary.idle_consumption} unit="L" />
          </SummedFigure>
        </Summed>
        <BarPlot
          label={t('reports.fuelConsumption')}
          unit="L"
          group={group}
          series={[
            { name: t('reports.active'), points: series.active_consumption },
            { name: t('reports.idle'), points: series.idle_consumption },
          ]}
        />
      </ReportCard>
      <ReportCard title={t('reports.consumptionAverage')} aside={consumption.select}>
        <BarPlot
          label={t('reports.consumptionAverage')}
          unit="L"
          group={group}
          series={[{ name: t('reports.perDay'), points: perDay }]}
          line={{ name: consumption.name, points: periodMeans(consumption.points, begins) }}
        />
      </ReportCard>
      <ReportCard title={t('reports.rateAverage')} aside={rate.select}>
        <BarPlot
          label={t('reports.rateAverage')}
          unit="L/nmi"
          group={group}
          series={[{ name: t('reports.fuelRate'), points: series.avg_fuel_rate_l_nm }]}
          line={{ name: rate.name, points: periodMeans(rate.points, begins) }}
        />
      </ReportCard>
      <ReportCard title={t('reports.co2')}>
        <Summed>
          <SummedFigure title={t('reports.total')}>
            <Quantity value={summary.co2_emissions} unit="kg" />
          </SummedFigure>
        </Summed>
        <BarPlot
          label={t('reports.co2')}
          unit="kg"
          group={group}
          series={[{ name: t('reports.co2'), points: series.co2_emissions }]}
        />
      </ReportCard>
      <ReportCard title={t('reports.nox')}>
        <Summed>
          <SummedFigure title={t('reports.total')}>
            <Quantity value={summary.nox_emissions} unit="g" decimals={0} />
          </SummedFigure>
        </Summed>
        <BarPlot
          label={t('reports.nox')}
          unit="g"
          group={group}
          series={[{ name: t('reports.nox'), points: series.nox_emissions }]}
        />
      </ReportCard>
      <TopTables tables={tables} tab="fuel" />
    </div>
  )
}
