import { Slider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { SHORTEST_TRIP, splitTrip } from '#contract/wire/tripCorrection.ts'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useFormats } from '../../i18n/useFormats.ts'
import classes from './Corrections.module.css'
import { curveQuery, SLIDER_INSET_PX } from './curveQuery.ts'
import { MomentField } from './MomentField.tsx'
import { SpanLine } from './SpanLine.tsx'
import { SpeedCurve } from './SpeedCurve.tsx'
import { isTooShort, likelySplit, spanOf } from './tripSpan.ts'
import { useCorrection } from './useCorrection.ts'

/** Splits a trip in two, at a time chosen on its speed curve. */
export function SplitDialog({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data: points = [] } = useQuery(curveQuery(trip))
  const [chosenMs, choose] = useState<number | null>(null)
  const split = useCorrection(
    trip,
    (atMs: number) =>
      call(splitTrip, { params: { id: trip.id }, body: { at: new Date(atMs).toISOString() } }),
    onClose,
  )
  const span = spanOf(trip)
  const atMs = chosenMs ?? likelySplit(points, span)
  const parts = [
    { ...span, toMs: atMs },
    { ...span, fromMs: atMs },
  ] as const
  const tooShort = parts.some((part) => isTooShort(points, part))
  return (
    <FormDialog
      title={t('trip.split.title')}
      submit={t('trip.split.title')}
      size={640}
      pending={split.isPending}
      idle={tooShort}
      changed={chosenMs !== null}
      onSubmit={() => split.mutate(atMs)}
      onClose={onClose}
    >
      <p className={classes.lead}>{t('trip.split.lead')}</p>
      <div className={classes.timeline}>
        <SpeedCurve points={points} span={span} kept={span} cutMs={atMs} />
        <Slider
          mx={-SLIDER_INSET_PX}
          min={span.fromMs}
          max={span.toMs}
          step={1000}
          value={atMs}
          onChange={choose}
          label={formats.timeSeconds}
          thumbLabel={t('trip.split.at')}
        />
      </div>
      <MomentField label={t('trip.split.at')} ms={atMs} within={span} onChange={choose} />
      <dl className={classes.spans}>
        <SpanLine label={t('trip.split.first')} span={parts[0]} />
        <SpanLine label={t('trip.split.second')} span={parts[1]} />
      </dl>
      {tooShort && (
        <p className={classes.tooShort} role="alert">
          {t('trip.tooShort', { distance: formats.quantity(SHORTEST_TRIP.nmi, 'nmi') })}
        </p>
      )}
    </FormDialog>
  )
}
