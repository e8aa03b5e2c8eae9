import { useTranslation } from 'react-i18next'
import { BarPlot } from '../../plots/BarPlot.tsx'
import { SpeedComparison } from '../../statistics/SpeedComparison.tsx'
import { IMPACT_SCALE_G, impactLevel } from '../../ui/impact.ts'
import { Quantity } from '../../ui/Quantity.tsx'
import { useSpeedWords } from '../../ui/useSpeedWords.ts'
import { useTokens } from '../../ui/useTokens.ts'
import { useReport } from './openReport.ts'
import classes from './Report.module.css'
import { ReportCard, Summed, SummedFigure } from './ReportCard.tsx'
import { useReportTables } from './reportRows.ts'
import { TopTables } from './TopTables.tsx'
import { useTogether } from './useTogether.ts'

/** Boats of a fleet have different limits; the colours of the fleet's peaks use the middle of the impact scale. */
const FLEET_LIMIT_G = IMPACT_SCALE_G / 2

/** Impacts and speed of the fleet, speed against the limit, and the largest impacts. */
export function SafetyTab() {
  const { t } = useTranslation()
  const { impact } = useTokens()
  const speed = useSpeedWords()('speed')
  const { stats, period } = useReport()
  const { summary } = stats
  const series = stats[period]
  const group = useTogether()
  const tables = useReportTables()
  const { duration_below: below, duration_around: around, duration_above: above } = summary
  const whole = below + around + above
  const share = (part: number) => (part / whole) * 100
  return (
    <div className={classes.grid}>
      <ReportCard title={t('reports.peakImpact')}>
        <Summed>
          <SummedFigure title={t('reports.peakImpact')}>
            <Quantity value={summary.peak_impact} unit="g" />
          </SummedFigure>
        </Summed>
        <BarPlot
          label={t('reports.peakImpact')}
          unit="g"
          group={group}
          series={[{ name: t('reports.peakImpact'), points: series.peak_impact }]}
          colourOf={(g) => impact[impactLevel(g, FLEET_LIMIT_G)]}
        />
      </ReportCard>
      <ReportCard title={t('reports.peakSog')}>
        <Summed>
          <SummedFigure title={t('reports.peakSog')}>
            <Quantity value={summary.peak_sog} unit="kn" />
          </SummedFigure>
        </Summed>
        <BarPlot
          label={t('reports.peakSog')}
          unit="kn"
          group={group}
          series={[{ name: t('reports.peakSog'), points: series.peak_sog }]}
        />
      </ReportCard>
      <div className={classes.wide}>
        <SpeedComparison
          asPie
          title={speed}
          percent={whole > 0 ? { below: share(below), around: share(around), above: share(above) } : null}
        />
      </div>
      <TopTables tables={tables} tab="safety" />
    </div>
  )
}
