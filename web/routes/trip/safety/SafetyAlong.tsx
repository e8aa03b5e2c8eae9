import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SafetyStatistics } from '#contract/wire/statistics.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { inShownUnits } from '../../../plots/pane.ts'
import { type PointSeries, pointPanes } from '../../../plots/pointPanes.ts'
import { useSpeedWords } from '../../../ui/useSpeedWords.ts'
import { AlongTrip } from '../AlongTrip.tsx'
import { mileStep } from '../tripStep.ts'

interface Props {
  trip: Trip
  data: SafetyStatistics['data']
  stepS: number
}

/** Speed beside the safety speed, their ratio, and impacts against the limit. */
export function SafetyAlong({ trip, data, stepS }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const speed = useSpeedWords()('speed')
  const limitG = trip.vessel.system_settings.impact_limit
  const limit = formats.number(limitG, limitG % 1 ? 1 : 0)
  const panesOf = useMemo(
    () => (of: Omit<SafetyStatistics['data'], 'nm'>, step: number) => ({
      step,
      panes: pointPanes(
        inShownUnits<PointSeries>(
          [
            { field: 'avg_sog', label: t('map.sog'), unit: 'kn', slot: 0, points: of.avg_sog },
            { field: 'avg_rog', label: speed, unit: 'kn', slot: 1, dash: [5, 3], points: of.avg_rog },
            {
              field: 'sog_vs_rog',
              label: t('tripSafety.ofSpeed', { speed }),
              unit: '%',
              factor: 100,
              slot: 5,
              points: of.sog_vs_rog,
            },
            {
              field: 'max_impact',
              label: t('tripSafety.peak'),
              unit: 'g',
              slot: 6,
              area: true,
              points: of.max_impact,
            },
            { field: 'avg_impact', label: t('tripSafety.avg'), unit: 'g', slot: 3, points: of.avg_impact },
          ],
          formats,
        ),
        step,
      ),
    }),
    [t, formats, speed],
  )
  const overTime = useMemo(() => panesOf(data, stepS * 1000), [panesOf, data, stepS])
  const overDistance = useMemo(
    () => ({ ...panesOf(data.nm, mileStep(trip.stats.distance)), starts: data.nm.start_time }),
    [panesOf, data.nm, trip.stats.distance],
  )
  return (
    <AlongTrip
      title={t('tripSafety.along')}
      trip={trip}
      overTime={overTime}
      overDistance={overDistance}
      limits={{
        g: { value: limitG, label: t('trip.limitMark', { limit }) },
        '%': { value: 100, label: speed },
      }}
    />
  )
}
