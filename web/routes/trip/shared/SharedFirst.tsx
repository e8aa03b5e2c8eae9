import { Skeleton } from '@mantine/core'
import { IconHelpHexagon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { impactReportQuery } from '../../../api/impacts.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { ImpactEventView } from '../impacts/ImpactEventView.tsx'
import { useTrip } from '../openTrip.ts'
import { useShare } from './openShare.ts'
import { SharedMap } from './SharedMap.tsx'

/** First page of a share link: the map of a trip, or the details of an impact. */
export function SharedFirst() {
  return useShare().event_time === null ? <SharedMap /> : <Impact />
}

function Impact() {
  const { t } = useTranslation()
  const trip = useTrip()
  const report = useQuery(impactReportQuery(trip.id))
  const [event] = report.data?.impact_events ?? []
  if (event) return <ImpactEventView trip={trip} event={event} />
  if (report.data) return <Notice icon={IconHelpHexagon} title={t('impacts.event.notFound')} role="alert" />
  if (report.error && !report.isFetching)
    return <LoadFailed sentence={t('impacts.failed')} error={report.error} onRetry={report.refetch} />
  return (
    <div role="status" aria-label={t('impacts.event.loading')}>
      <Skeleton height={420} />
    </div>
  )
}
