import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { vesselStatisticsQuery } from '../../../api/vessels.ts'
import { FiguresComparison } from '../../../statistics/FiguresComparison.tsx'
import { Late } from '../../../ui/Late.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { useOpenVessel } from './openVessel.ts'

/** Totals of all trips of the vessel, beside the organization's. */
export function StatisticsTab() {
  const { t } = useTranslation()
  const { id } = useOpenVessel()
  const figures = useQuery(vesselStatisticsQuery(id))
  if (figures.data) return <FiguresComparison figures={figures.data} of={{ vessel_id: id }} />
  if (figures.error)
    return <LoadFailed sentence={t('vessel.figuresFailed')} error={figures.error} onRetry={figures.refetch} />
  return (
    <Late>
      <Skeleton height={200} radius={8} role="status" aria-label={t('tripFigures.loading')} />
    </Late>
  )
}
