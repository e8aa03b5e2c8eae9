import { useTranslation } from 'react-i18next'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import classes from './Corrections.module.css'
import { speedPaths, topKn } from './speedPaths.ts'
import type { Span } from './tripSpan.ts'

interface Props {
  points: readonly PathPoint[]
  span: Span
  /** Part of the trip that is kept; the rest is dimmed. */
  kept: Span
  /** Position of the split line, epoch ms. */
  cutMs?: number
}

/** SOG over the whole trip, which shows pauses; as wide as the slider below. */
export function SpeedCurve({ points, span, kept, cutMs }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const top = topKn(points)
  const share = (ms: number) => `${((ms - span.fromMs) / (span.toMs - span.fromMs)) * 100}%`
  return (
    <figure className={classes.curve} aria-label={t('trip.sogCurve')}>
      <figcaption>
        <span>SOG</span>
        <span>{formats.quantity(top, 'kn', 0)}</span>
      </figcaption>
      <div className={classes.plot}>
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
          {speedPaths(points, span, top).map((d) => (
            <g key={d}>
              <path className={classes.area} d={`${d}V100H${d.slice(1, d.indexOf(' '))}Z`} />
              <path className={classes.line} d={d} />
            </g>
          ))}
        </svg>
        <span className={classes.gone} style={{ left: 0, width: share(kept.fromMs) }} />
        <span className={classes.gone} style={{ left: share(kept.toMs), right: 0 }} />
        {cutMs !== undefined && <span className={classes.cut} style={{ left: share(cutMs) }} />}
      </div>
    </figure>
  )
}
