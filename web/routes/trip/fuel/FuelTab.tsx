import { Skeleton } from '@mantine/core'
import { IconGasStation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tripFuelQuery } from '../../../api/statistics.ts'
import { FuelAgainstSpeed } from '../../../statistics/FuelAgainstSpeed.tsx'
import { StagePie } from '../../../statistics/StagePie.tsx'
import { AnalysisPending } from '../../../trips/AnalysisPending.tsx'
import { Late } from '../../../ui/Late.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useTrip } from '../openTrip.ts'
import tab from '../Tab.module.css'
import { tripStepS } from '../tripStep.ts'
import { FuelAlong } from './FuelAlong.tsx'
import { FuelTotals } from './FuelTotals.tsx'

/** Fuel of the trip: total, by stage, over time, along the track and by speed. */
export function FuelTab() {
  const { t } = useTranslation()
  const trip = useTrip()
  const stepS = tripStepS(trip)
  const fuel = useQuery(tripFuelQuery(trip, stepS))
  if (!fuel.data) {
    if (fuel.error)
      return <LoadFailed sentence={t('tripFuel.failed')} error={fuel.error} onRetry={fuel.refetch} />
    if (!trip.analysis.complete) return <AnalysisPending />
    return (
      <Late>
        <div className={tab.tab} role="status" aria-label={t('tripFuel.loading')}>
          <Skeleton height={76} />
          <Skeleton height={280} />
          <Skeleton height={460} />
        </div>
      </Late>
    )
  }
  const { data, stats } = fuel.data
  if (stats.summary.fuel_consumption === null) {
    if (!trip.analysis.complete) return <AnalysisPending />
    return <Notice icon={IconGasStation} title={t('tripFuel.noData')} hint={t('tripFuel.noDataHint')} />
  }
  const { durations, consumption } = stats.pie_charts
  return (
    <div className={tab.tab}>
      <FuelTotals summary={stats.summary} ecoRatio={trip.stats.in_eco_speed_ratio} />
      <div className={tab.halves}>
        <StagePie title={t('tripFuel.durations')} parts={durations} unit="min" />
        {consumption && <StagePie title={t('tripFuel.consumption')} parts={consumption} unit="L" />}
      </div>
      <FuelAlong trip={trip} data={data} stepS={stepS} />
      <FuelAgainstSpeed curve={data.sog} eco={stats.eco_speed} />
    </div>
  )
}
