import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { vesselFiguresQuery } from '../../api/vesselFigures.ts'
import { AnalysisMark } from '../../trips/AnalysisMark.tsx'
import { SeaMark } from '../../trips/SeaMark.tsx'
import { HelpHint } from '../../ui/HelpHint.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Duration, Missing, Quantity } from '../../ui/Quantity.tsx'
import { useSpeedWords } from '../../ui/useSpeedWords.ts'
import classes from './TripPanel.module.css'

type Value = number | null | undefined
interface Row {
  label: string
  trip: Value
  /** Value over all trips of the vessel; undefined where it has no meaning. */
  all?: Value
  unit: string
}

/** Figures of the trip beside those of all trips of its vessel; unmeasured figures are left out. */
export function TripStatistics({ trip }: { trip: Trip }) {
  const { stats, vessel_id: vesselId } = trip
  const { t } = useTranslation()
  const speedWord = useSpeedWords()
  const query = useQuery(vesselFiguresQuery(vesselId))
  const all = query.data
  const percent = (value: number | null) => (value === null ? null : value * 100)
  const rows: Row[] = [
    { label: t('trip.stat.trips'), trip: 1, all: all?.nr_trips, unit: '' },
    { label: t('trips.duration'), trip: stats.duration, all: all?.duration_minutes, unit: 'min' },
    { label: t('trips.distance'), trip: stats.distance, all: all?.distance, unit: 'nmi' },
    { label: t('trip.stat.avgSog'), trip: stats.avg_sog, all: all?.avg_sog, unit: 'kn' },
    { label: t('trip.stat.maxSog'), trip: stats.max_sog, all: all?.max_sog, unit: 'kn' },
    { label: speedWord('average'), trip: stats.avg_rog, unit: 'kn' },
    { label: t('trip.stat.peakImpact'), trip: stats.peak_impact, all: all?.peak_impact, unit: 'g' },
    {
      label: t('trip.stat.avgPeakImpact'),
      trip: stats.avg_peak_impact,
      all: all?.avg_peak_impact,
      unit: 'g',
    },
    { label: t('trip.stat.avgImpact'), trip: stats.avg_impact, all: all?.avg_impact, unit: 'g' },
    { label: t('trip.stat.redImpacts'), trip: stats.red_impacts, all: all?.red_impacts, unit: '' },
    {
      label: t('trip.stat.impactFrequency'),
      trip: stats.impact_frequency,
      all: all?.impact_frequency,
      unit: '/nmi',
    },
    { label: t('trip.stat.fuel'), trip: stats.fuel_consumption, all: all?.fuel_consumption, unit: 'L' },
    {
      label: t('trip.stat.fuelRate'),
      trip: stats.avg_fuel_rate_l_nm,
      all: all?.avg_fuel_rate_l_nm,
      unit: 'L/nmi',
    },
    { label: t('trip.stat.co2'), trip: stats.co2_emissions, all: all?.co2_emissions, unit: 'kg' },
    { label: t('trip.stat.nox'), trip: stats.nox_emissions, all: all?.nox_emissions, unit: 'g' },
    { label: t('trip.stat.eco'), trip: percent(stats.in_eco_speed_ratio), unit: '%' },
    { label: speedWord('quality'), trip: percent(stats.safety_quality), unit: '%' },
    { label: t('trip.stat.score'), trip: stats.score, unit: '' },
  ]
  const known = rows.filter(({ trip, all }) => typeof (trip ?? all) === 'number')
  return (
    <div className={classes.section}>
      <div className={classes.sectionHead}>
        <h2>{t('trip.statistics')}</h2>
        <HelpHint about={t('trip.statistics')} section="trips" />
      </div>
      <table className={classes.statistics}>
        <thead>
          <tr>
            <td />
            <th scope="col">
              <AnalysisMark trip={trip} /> <SeaMark trip={trip} /> {t('trip.thisTrip')}
            </th>
            <th scope="col">{t('trip.allTime')}</th>
          </tr>
        </thead>
        <tbody>
          {known.map(({ label, trip, unit, ...row }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <Figure value={trip} unit={unit} />
              </td>
              <td>
                {query.isPending && 'all' in row ? (
                  <Skeleton height={10} />
                ) : (
                  'all' in row && <Figure value={row.all} unit={unit} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {query.isError && (
        <LoadFailed sentence={t('trip.allTimeFailed')} error={query.error} onRetry={query.refetch} />
      )}
    </div>
  )
}

function Figure({ value, unit }: { value: Value; unit: string }) {
  if (unit === 'min') return <Duration minutes={value} />
  if (typeof value !== 'number') return <Missing />
  const whole = unit === '' || value >= 1000
  // Two decimals, because red impacts are rare: one in fifty miles still counts.
  const decimals = whole ? 0 : unit.startsWith('/') ? 2 : undefined
  return <Quantity value={value} unit={unit} {...(decimals === undefined ? {} : { decimals })} />
}
