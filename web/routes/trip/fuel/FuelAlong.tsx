import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FuelStatistics } from '#contract/wire/statistics.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { inShownUnits } from '../../../plots/pane.ts'
import { type PointSeries, pointPanes, runningTotal } from '../../../plots/pointPanes.ts'
import { AlongTrip } from '../AlongTrip.tsx'
import { mileStep } from '../tripStep.ts'

interface Props {
  trip: Trip
  data: FuelStatistics['data']
  stepS: number
}

/** Fuel rate by hour and by mile, fuel used so far, and speed along the trip. */
export function FuelAlong({ trip, data, stepS }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const panesOf = useMemo(
    () => (of: FuelStatistics['data']['time'], step: number) => ({
      step,
      panes: pointPanes(
        inShownUnits<PointSeries>(
          [
            {
              field: 'avg_fuel_rate',
              label: t('tripFuel.rate'),
              unit: 'L/hr',
              slot: 0,
              area: true,
              points: of.avg_fuel_rate,
            },
            {
              field: 'avg_fuel_rate_l_nm',
              label: t('tripFuel.perMile'),
              unit: 'L/nmi',
              slot: 5,
              points: of.avg_fuel_rate_l_nm,
            },
            {
              field: 'used',
              label: t('tripFuel.used'),
              unit: 'L',
              slot: 3,
              points: runningTotal(of.fuel_consumption),
            },
            { field: 'avg_sog', label: t('map.sog'), unit: 'kn', slot: 10, points: of.avg_sog },
          ],
          formats,
        ),
        step,
      ),
    }),
    [t, formats],
  )
  const overTime = useMemo(() => panesOf(data.time, stepS * 1000), [panesOf, data.time, stepS])
  const overDistance = useMemo(
    () => ({ ...panesOf(data.nm, mileStep(trip.stats.distance)), starts: data.nm.start_time }),
    [panesOf, data.nm, trip.stats.distance],
  )
  return (
    <AlongTrip
      title={t('tripFuel.along')}
      trip={trip}
      overTime={overTime}
      overDistance={overDistance}
      suggestedMax={{ 'L/hr': 0, 'L/nmi': 0, kn: 0 }}
    />
  )
}
