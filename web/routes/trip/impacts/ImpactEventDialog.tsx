import { Modal, Skeleton } from '@mantine/core'
import { IconHelpHexagon } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { tookTooLong } from '../../../api/impacts.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { LazyDetailOnBoard } from '../../../trips/onBoard/LazyDetailOnBoard.tsx'
import { Late } from '../../../ui/Late.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { usePhone } from '../../../ui/usePhone.ts'
import { EventMenu } from './EventMenu.tsx'
import { EventSteps } from './EventSteps.tsx'
import classes from './ImpactEventView.module.css'
import { ImpactEventView } from './ImpactEventView.tsx'
import { useImpactPlace } from './useImpactPlace.ts'
import { useImpacts } from './useImpacts.ts'

/** Details of one impact of the trip; closing the dialog leads back to the list. */
export function ImpactEventDialog() {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const phone = usePhone()
  const { eventTime = '' } = useParams({ strict: false })
  const { trip, report, shown } = useImpacts()
  const place = useImpactPlace(trip.id)
  const timeMs = Date.parse(eventTime)
  const event = report.data?.impact_events.find(
    ({ peak_impact_time }) => Date.parse(peak_impact_time) === timeMs,
  )
  const close = () =>
    void navigate({
      ...place.list,
      search: true,
      resetScroll: false,
    })
  const isMissing = Boolean(report.data) && !event
  return (
    <Modal
      opened
      onClose={close}
      title={t('impacts.event.title', { time: formats.dateTimeSeconds(timeMs) })}
      size={isMissing ? 440 : 1080}
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ header: classes.header, body: classes.body }}
    >
      <div className={classes.sub}>
        <p>
          {t('impacts.event.subtitle', {
            vessel: trip.vessel.name,
            start: formats.dateTime(Date.parse(trip.start_time)),
          })}
        </p>
        {event && <EventMenu trip={trip} event={event} />}
        {event && <EventSteps trip={trip} event={event} among={shown} />}
      </div>
      <Suspense>{event && <LazyDetailOnBoard trip={trip} part={partAround(trip, timeMs)} />}</Suspense>
      {event ? (
        <ImpactEventView trip={trip} event={event} />
      ) : isMissing ? (
        <Notice icon={IconHelpHexagon} title={t('impacts.event.notFound')} role="alert" />
      ) : report.error && !report.isFetching ? (
        <LoadFailed
          sentence={t(tookTooLong(report.error) ? 'impacts.tookTooLong' : 'impacts.failed')}
          error={report.error}
          onRetry={report.refetch}
        />
      ) : (
        <Late>
          <div className={classes.waiting} role="status" aria-label={t('impacts.event.loading')}>
            <Skeleton height={280} />
            <Skeleton height={44} />
            <Skeleton height={44} />
          </div>
        </Late>
      )}
    </Modal>
  )
}

/** A minute before and after the impact, within the trip. */
function partAround({ start_time, end_time }: Trip, timeMs: number) {
  const startMs = Math.max(timeMs - MINUTE_MS, Date.parse(start_time))
  const endMs = Math.min(timeMs + MINUTE_MS, end_time ? Date.parse(end_time) : timeMs)
  return { from: new Date(startMs).toISOString(), to: new Date(endMs).toISOString() }
}
