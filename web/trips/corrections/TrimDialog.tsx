import { RangeSlider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { trimTrip } from '#contract/wire/tripCorrection.ts'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useFormats } from '../../i18n/useFormats.ts'
import classes from './Corrections.module.css'
import { curveQuery, SLIDER_INSET_PX } from './curveQuery.ts'
import { MomentField } from './MomentField.tsx'
import { SpanLine } from './SpanLine.tsx'
import { SpeedCurve } from './SpeedCurve.tsx'
import { SHORTEST_MS, type Span, spanOf } from './tripSpan.ts'
import { useCorrection } from './useCorrection.ts'

/** Cuts off the time before or after the trip proper. */
export function TrimDialog({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data: points = [] } = useQuery(curveQuery(trip))
  const span = spanOf(trip)
  const [kept, keep] = useState(span)
  const shortest = Math.min(SHORTEST_MS, span.toMs - span.fromMs)
  const begins = kept.fromMs > span.fromMs
  const ends = kept.toMs < span.toMs
  const trim = useCorrection(
    trip,
    ({ fromMs, toMs }: Span) =>
      call(trimTrip, {
        params: { id: trip.id },
        body: {
          ...(begins ? { start_time: new Date(fromMs).toISOString() } : {}),
          ...(ends ? { end_time: new Date(toMs).toISOString() } : {}),
        },
      }),
    onClose,
  )
  return (
    <FormDialog
      title={t('trip.trim.title')}
      submit={t('trip.trim.title')}
      size={640}
      pending={trim.isPending}
      idle={!begins && !ends}
      changed={begins || ends}
      onSubmit={() => trim.mutate(kept)}
      onClose={onClose}
    >
      <p className={classes.lead}>{t('trip.trim.lead')}</p>
      <div className={classes.timeline}>
        <SpeedCurve points={points} span={span} kept={kept} />
        <RangeSlider
          mx={-SLIDER_INSET_PX}
          min={span.fromMs}
          max={span.toMs}
          step={1000}
          minRange={shortest}
          value={[kept.fromMs, kept.toMs]}
          onChange={([fromMs, toMs]) => keep({ fromMs, toMs })}
          label={formats.timeSeconds}
          thumbFromLabel={t('trip.start')}
          thumbToLabel={t('trip.end')}
        />
      </div>
      <div className={classes.moments}>
        <MomentField
          label={t('trip.start')}
          ms={kept.fromMs}
          within={{ fromMs: span.fromMs, toMs: kept.toMs - shortest }}
          onChange={(fromMs) => keep({ ...kept, fromMs })}
        />
        <MomentField
          label={t('trip.end')}
          ms={kept.toMs}
          within={{ fromMs: kept.fromMs + shortest, toMs: span.toMs }}
          onChange={(toMs) => keep({ ...kept, toMs })}
        />
      </div>
      <dl className={classes.spans}>
        {begins && <SpanLine label={t('trip.trim.before')} span={{ ...span, toMs: kept.fromMs }} />}
        <SpanLine label={t('trip.trim.left')} span={kept} />
        {ends && <SpanLine label={t('trip.trim.after')} span={{ ...span, fromMs: kept.toMs }} />}
      </dl>
    </FormDialog>
  )
}
