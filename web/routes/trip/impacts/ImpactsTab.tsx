import { IconAccessPointOff, IconCircleCheck } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { tookTooLong } from '../../../api/impacts.ts'
import { AnalysisPending } from '../../../trips/AnalysisPending.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { ImpactAnalytics } from './ImpactAnalytics.tsx'
import { ImpactsLoading } from './ImpactsLoading.tsx'
import { useImpacts } from './useImpacts.ts'

/** Impacts of the trip: strength, time and place; a single event opens over the tab. */
export function ImpactsTab() {
  return (
    <>
      <Content />
      <Outlet />
    </>
  )
}

function Content() {
  const { t } = useTranslation()
  const impacts = useImpacts()
  const { data: report, error, isFetching, refetch } = impacts.report
  // Until the analysis is complete, an empty report shows neither that there were no impacts nor that no sensor
  // measured them.
  const isLookedAt = impacts.trip.analysis.complete && (report?.complete || impacts.trip.end_time === null)
  if (report && report.impact_events.length === 0 && !isLookedAt) return <AnalysisPending />
  if (report && report.sensors.length === 0) {
    return (
      <Notice
        icon={IconAccessPointOff}
        title={t('impacts.noSensors')}
        hint={t('impacts.noSensorsHint')}
        role="status"
      />
    )
  }
  if (report && report.impact_events.length === 0) {
    return (
      <Notice
        icon={IconCircleCheck}
        title={t('impacts.smooth')}
        hint={t(report.complete ? 'impacts.smoothHint' : 'impacts.soFar')}
        role="status"
      />
    )
  }
  if (report) return <ImpactAnalytics {...impacts} report={report} />
  if (error && !isFetching) {
    const sentence = t(tookTooLong(error) ? 'impacts.tookTooLong' : 'impacts.failed')
    return <LoadFailed sentence={sentence} error={error} onRetry={refetch} />
  }
  return <ImpactsLoading />
}
