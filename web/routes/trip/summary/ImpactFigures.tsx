import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { SensorsMissing } from '../../../statistics/SensorsMissing.tsx'
import { AnalysisPending } from '../../../trips/AnalysisPending.tsx'
import { Figure, Figures } from '../../../ui/Figures.tsx'
import { HelpHint } from '../../../ui/HelpHint.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PeakImpact } from '../../../ui/PeakImpact.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'

/** Without a motion sensor the number of impacts is unknown, not zero. */
export function ImpactFigures({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const { stats } = trip
  const title = t('trip.tab.impacts')
  return (
    <Panel title={title} aside={<HelpHint about={title} section="impacts" />}>
      {stats.peak_impact === null && !trip.analysis.complete ? (
        <AnalysisPending />
      ) : stats.peak_impact === null ? (
        <SensorsMissing />
      ) : (
        <Figures>
          <Figure label={t('trip.stat.peakImpact')}>
            <PeakImpact trip={trip} />
          </Figure>
          <Figure label={t('trip.stat.avgPeakImpact')}>
            <Quantity value={stats.avg_peak_impact} unit="g" />
          </Figure>
          <Figure label={t('trip.stat.avgImpact')}>
            <Quantity value={stats.avg_impact} unit="g" />
          </Figure>
          <Figure label={t('trip.stat.redImpacts')}>
            <Quantity value={stats.red_impacts} unit="" decimals={0} />
          </Figure>
          <Figure label={t('trip.stat.impactFrequency')}>
            <Quantity value={stats.impact_frequency} unit="/nmi" decimals={2} />
          </Figure>
        </Figures>
      )}
    </Panel>
  )
}
