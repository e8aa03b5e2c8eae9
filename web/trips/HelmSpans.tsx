import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { tripHelmQuery } from '../api/helm.ts'
import { useFormats } from '../i18n/useFormats.ts'
import classes from './HelmSpans.module.css'

/** Captains at the helm with their times, for a trip with more than one. */
export function HelmSpans({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data: spans = [] } = useQuery(tripHelmQuery(trip.id))
  if (spans.length < 2) return null
  return (
    <div className={classes.spans}>
      <h2>{t('helm.atHelm')}</h2>
      <ol>
        {spans.map(({ captain, from, to }) => (
          <li key={from}>
            {captain?.name ?? t('helm.nobody')}{' '}
            <span>
              {formats.time(Date.parse(from))}–{to ? formats.time(Date.parse(to)) : t('helm.now')}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
