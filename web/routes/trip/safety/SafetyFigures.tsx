import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { Figure, Figures } from '../../../ui/Figures.tsx'
import { PeakImpact } from '../../../ui/PeakImpact.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import { useSpeedWords } from '../../../ui/useSpeedWords.ts'

export function SafetyFigures({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const speedWord = useSpeedWords()
  const { stats } = trip
  return (
    <Figures framed label={t('trip.tab.safety')}>
      <Figure
        label={t('trip.stat.peakImpact')}
        note={stats.peak_impact === null && t('tripSafety.noSensors')}
      >
        <PeakImpact trip={trip} />
      </Figure>
      <Figure label={t('trip.stat.avgImpact')}>
        <Quantity value={stats.avg_impact} unit="g" />
      </Figure>
      <Figure label={t('trip.stat.avgPeakImpact')}>
        <Quantity value={stats.avg_peak_impact} unit="g" />
      </Figure>
      <Figure label={t('trip.stat.redImpacts')}>
        <Quantity value={stats.red_impacts} unit="" decimals={0} />
      </Figure>
      <Figure label={t('trip.stat.avgSog')}>
        <Quantity value={stats.avg_sog} unit="kn" />
      </Figure>
      <Figure label={speedWord('average')}>
        <Quantity value={stats.avg_rog} unit="kn" />
      </Figure>
      <Figure label={speedWord('quality')}>
        <Quantity value={stats.safety_quality === null ? null : stats.safety_quality * 100} unit="%" />
      </Figure>
    </Figures>
  )
}
