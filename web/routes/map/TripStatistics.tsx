import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/trip.ts'
import { useSpeedWords } from '../../i18n/useSpeedWords.ts'
import { HelpHint } from '../../ui/HelpHint.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import classes from './TripPanel.module.css'

/** The figures of the trip that somebody measured; what nobody measured is left out. */
export function TripStatistics({ trip: { stats } }: { trip: Trip }) {
  const { t } = useTranslation()
  const speedWord = useSpeedWords()
  const ratio = (value: number | null) => (value === null ? null : value * 100)
  const rows: [label: string, value: number | null, unit: string][] = [
    [t('trip.stat.avgSog'), stats.avg_sog, 'kn'],
    [t('trip.stat.maxSog'), stats.max_sog, 'kn'],
    [speedWord('average'), stats.avg_rog, 'kn'],
    [t('trip.stat.peakImpact'), stats.peak_impact, 'g'],
    [t('trip.stat.avgPeakImpact'), stats.avg_peak_impact, 'g'],
    [t('trip.stat.avgImpact'), stats.avg_impact, 'g'],
    [t('trip.stat.redImpacts'), stats.red_impacts, ''],
    [t('trip.stat.impactFrequency'), stats.impact_frequency, t('trip.stat.perMile')],
    [t('trip.stat.fuel'), stats.fuel_consumption, 'L'],
    [t('trip.stat.fuelRate'), stats.avg_fuel_rate_l_nm, 'L/nmi'],
    [t('trip.stat.co2'), stats.co2_emissions, 'kg'],
    [t('trip.stat.nox'), stats.nox_emissions, 'g'],
    [t('trip.stat.eco'), ratio(stats.in_eco_speed_ratio), '%'],
    [speedWord('quality'), ratio(stats.safety_quality), '%'],
    [t('trip.stat.score'), stats.score, ''],
  ]
  return (
    <div className={classes.section}>
      <div className={classes.sectionHead}>
        <h2>{t('trip.statistics')}</h2>
        <HelpHint about={t('trip.statistics')} section="trips" />
      </div>
      <dl className={classes.statistics}>
        {rows
          .filter(([, value]) => value !== null)
          .map(([label, value, unit]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Quantity value={value} unit={unit} {...(unit === '' ? { decimals: 0 } : {})} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
