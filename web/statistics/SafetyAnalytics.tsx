import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Figure, Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Quantity } from '../ui/Quantity.tsx'
import { useSpeedWords } from '../ui/useSpeedWords.ts'
import classes from './Analytics.module.css'
import { AnalyticsPage } from './AnalyticsPage.tsx'
import { RiskDistribution } from './RiskDistribution.tsx'
import { SpeedComparison } from './SpeedComparison.tsx'
import { TimePlot } from './TimePlot.tsx'
import { TripPlot } from './TripPlot.tsx'
import { type Subject, useDays, useSafety } from './useStatistics.ts'

/** Impacts and speed of the trips of a captain or a boat, over a range of days. */
export function SafetyAnalytics({ of, impactLimitG }: { of: Subject; impactLimitG: number }) {
  const { t } = useTranslation()
  const speed = useSpeedWords()('speed')
  const days = useDays()
  const safety = useSafety(of, days.range)
  const data = safety.data?.data
  const speeds = useMemo(
    () => [
      { name: t('tripFigures.avgSog'), points: data?.avg_sog ?? [], kind: 'line' as const, slot: 0 },
      { name: t('tripFigures.peakSog'), points: data?.max_sog ?? [], kind: 'line' as const, slot: 1 },
    ],
    [data, t],
  )
  return (
    <AnalyticsPage
      title={t('tripFigures.safety')}
      days={days}
      query={safety}
      failed={t('tripSafety.failed')}
      trips={({ stats }) => stats.summary.nr_trips}
    >
      {({ data, stats: { summary, ...stats } }) => (
        <>
          <div className={classes.wide}>
            <Figures framed label={t('tripFigures.safety')}>
              <Figure label={t('tripFigures.avgImpact')}>
                <Quantity value={summary.avg_impact} unit="g" />
              </Figure>
              <Figure label={t('tripFigures.peakImpact')}>
                <Quantity value={summary.peak_impact} unit="g" />
              </Figure>
              <Figure label={t('tripFigures.avgPeakImpact')}>
                <Quantity value={summary.avg_peak_impact} unit="g" />
              </Figure>
              <Figure label={t('tripFigures.redImpacts')}>
                <Quantity value={summary.red_impacts} unit="" decimals={0} />
              </Figure>
              <Figure label={t('tripFigures.distance')}>
                <Quantity value={summary.distance} unit="nmi" />
              </Figure>
              <Figure label={t('tripFigures.avgSogShort')}>
                <Quantity value={summary.avg_sog} unit="kn" />
              </Figure>
            </Figures>
          </div>
          <Panel title={t('tripFigures.speeds')}>
            <TimePlot label={t('tripFigures.speeds')} unit="kn" series={speeds} />
          </Panel>
          <RiskDistribution title={t('tripFigures.risk')} shares={stats.max_impact_distribution} />
          <TripPlot
            title={t('tripSafety.avg')}
            unit="g"
            points={data.avg_impact}
            averages={stats.moving_avg_data.avg_impact}
          />
          <TripPlot
            title={t('tripSafety.peak')}
            unit="g"
            points={data.max_impact}
            averages={stats.moving_avg_data.max_impact}
            redAbove={impactLimitG}
          />
          <TripPlot
            title={t('tripSafety.against', { speed })}
            unit="%"
            points={data.sog_vs_rog.map(({ x, y }) => ({ x, y: y === null ? null : y * 100 }))}
            mark={{ value: 100, label: speed }}
          />
          <SpeedComparison
            percent={stats.sog_vs_safety_speed_percentage_data}
            title={t('tripFigures.timeAgainst', { speed })}
            asPie
          />
        </>
      )}
    </AnalyticsPage>
  )
}
