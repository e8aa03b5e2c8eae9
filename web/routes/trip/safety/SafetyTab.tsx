import { Skeleton } from '@mantine/core'
import { IconShield } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tripSafetyQuery } from '../../../api/statistics.ts'
import { RiskDistribution } from '../../../statistics/RiskDistribution.tsx'
import { SpeedComparison } from '../../../statistics/SpeedComparison.tsx'
import { AnalysisPending } from '../../../trips/AnalysisPending.tsx'
import { Late } from '../../../ui/Late.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useTrip } from '../openTrip.ts'
import tab from '../Tab.module.css'
import { tripStepS } from '../tripStep.ts'
import { SafetyAlong } from './SafetyAlong.tsx'
import { SafetyFigures } from './SafetyFigures.tsx'
import { SafetyProfile } from './SafetyProfile.tsx'

/** Impacts against the boat's limit, and speed against the safety speed. */
export function SafetyTab() {
  const { t } = useTranslation()
  const trip = useTrip()
  const stepS = tripStepS(trip)
  const safety = useQuery(tripSafetyQuery(trip, stepS))
  if (!safety.data) {
    if (safety.error)
      return <LoadFailed sentence={t('tripSafety.failed')} error={safety.error} onRetry={safety.refetch} />
    if (!trip.analysis.complete) return <AnalysisPending />
    return (
      <Late>
        <div className={tab.tab} role="status" aria-label={t('tripSafety.loading')}>
          <Skeleton height={76} />
          <Skeleton height={300} />
          <Skeleton height={380} />
        </div>
      </Late>
    )
  }
  const { data, stats } = safety.data
  if (data.avg_sog.length === 0 && data.max_impact.length === 0) {
    if (!trip.analysis.complete) return <AnalysisPending />
    return <Notice icon={IconShield} title={t('tripSafety.noData')} />
  }
  return (
    <div className={tab.tab}>
      <SafetyFigures trip={trip} />
      <div className={tab.thirds}>
        <SpeedComparison percent={stats.sog_vs_safety_speed_percentage_data} />
        <RiskDistribution
          title={t('tripSafety.risk')}
          shares={stats.max_impact_distribution}
          limitG={trip.vessel.system_settings.impact_limit}
        />
        <SafetyProfile stats={trip.stats} />
      </div>
      <SafetyAlong trip={trip} data={data} stepS={stepS} />
    </div>
  )
}
