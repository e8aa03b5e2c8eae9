import { Radio, Skeleton } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { mergeTrips } from '#contract/wire/tripCorrection.ts'
import { call } from '../../api/call.ts'
import { neighbourQuery } from '../../api/trips.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useFormats } from '../../i18n/useFormats.ts'
import { Late } from '../../ui/Late.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './Corrections.module.css'
import { SpanLine } from './SpanLine.tsx'
import { minutesOf, spanOf } from './tripSpan.ts'
import { useCorrection } from './useCorrection.ts'

/** Merges two consecutive trips into one. */
export function MergeDialog({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const { t } = useTranslation()
  const previous = useQuery(neighbourQuery(trip, 'previous'))
  const next = useQuery(neighbourQuery(trip, 'next'))
  const [chosenId, choose] = useState<string | null>(null)
  const merge = useCorrection(
    trip,
    (otherId: string) => call(mergeTrips, { params: { id: trip.id }, body: { with_trip_id: otherId } }),
    onClose,
  )
  const failed = previous.error ?? next.error
  const both = [previous.data, next.data]
  const none = both.every((other) => other === null)
  const chosen = both.find((other) => other?.id === chosenId)
  return (
    <FormDialog
      title={t('trip.merge.title')}
      submit={none || failed ? undefined : t('trip.merge.title')}
      pending={merge.isPending}
      idle={!chosen}
      changed={chosen !== undefined}
      onSubmit={() => chosen && merge.mutate(chosen.id)}
      onClose={onClose}
    >
      {failed ? (
        <LoadFailed
          sentence={t('error.trips')}
          error={failed}
          onRetry={() => Promise.all([previous.refetch(), next.refetch()])}
        />
      ) : both.includes(undefined) ? (
        <Late>
          <Skeleton height={56} />
          <Skeleton height={56} />
        </Late>
      ) : none ? (
        <Notice icon={IconRoute} title={t('trip.merge.none')} role="status" />
      ) : (
        <>
          <p className={classes.lead}>{t('trip.merge.lead')}</p>
          <Radio.Group aria-label={t('trip.merge.with')} value={chosenId} onChange={choose}>
            <div className={classes.choices}>
              {previous.data && <Choice trip={previous.data} before={previous.data} after={trip} />}
              {next.data && <Choice trip={next.data} before={trip} after={next.data} />}
            </div>
          </Radio.Group>
          {chosen && (
            <dl className={classes.spans}>
              <SpanLine
                label={t('trip.merge.result')}
                span={{
                  fromMs: Math.min(spanOf(trip).fromMs, spanOf(chosen).fromMs),
                  toMs: Math.max(spanOf(trip).toMs, spanOf(chosen).toMs),
                }}
              />
            </dl>
          )}
        </>
      )}
    </FormDialog>
  )
}

function Choice({ trip, before, after }: { trip: Trip; before: Trip; after: Trip }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { fromMs, toMs } = spanOf(trip)
  const gap = minutesOf({ fromMs: spanOf(before).toMs, toMs: spanOf(after).fromMs })
  return (
    <Radio.Card value={trip.id} className={classes.choice ?? ''}>
      <Radio.Indicator />
      <span className={classes.choiceText}>
        <strong>{t(trip === before ? 'trip.merge.previous' : 'trip.merge.next')}</strong>
        <span>
          {formats.dateTime(fromMs)} – {formats.time(toMs)}, {formats.duration(trip.stats.duration)}
        </span>
        <span>{t('trip.merge.between', { duration: formats.duration(gap) })}</span>
      </span>
    </Radio.Card>
  )
}
