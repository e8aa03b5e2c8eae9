import { useTranslation } from 'react-i18next'
import { toShown } from '#contract/domain/unitChoice.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { Ago } from '../../ui/Ago.tsx'
import classes from './Helm.module.css'
import type { LiveDelay } from './liveDelay.ts'
import { useEased } from './useEased.ts'

interface Props {
  label: string
  unit: 'kn' | 'g'
  /** Null when unknown. */
  value: number | null
  /** Upper end of the scale. */
  max: number
  limit: number | null
  limitLabel: string
  decimals: number
  /** True when the connection is lost, so the value may be out of date. */
  isLost: boolean
  /** Age of the value. */
  delay: LiveDelay
}

const RADIUS = 88
/** Angle of the arc, open at the bottom for the label. */
const FROM_DEG = -130
const TO_DEG = 130

/** Dial with its figure in the middle: the arc shows the value, a notch the limit. */
export function Gauge(props: Props) {
  const { label, unit, value, max, limit, limitLabel, decimals, isLost, delay } = props
  const { t } = useTranslation()
  const formats = useFormats()
  const shown = useEased(delay.state === 'old' ? null : value)
  const stale = isLost || shown === null
  const isOver = shown !== null && limit !== null && shown > limit
  const shownText = shown === null ? '–' : formats.number(toShown(formats.shown(unit), shown), decimals)
  return (
    <section
      className={classes.gauge}
      data-over={isOver || undefined}
      data-stale={stale || undefined}
      data-delayed={delay.state === 'delayed' || undefined}
      aria-label={label}
    >
      <h2>{label}</h2>
      <div className={classes.dial}>
        <svg viewBox="-100 -100 200 172" aria-hidden="true">
          <path className={classes.track} d={arc(FROM_DEG, TO_DEG)} />
          {shown !== null && !stale && shown > 0 && (
            <path className={classes.arc} d={arc(FROM_DEG, degOf(shown, max))} />
          )}
          {limit !== null && (
            <line
              className={classes.notch}
              x1={0}
              x2={0}
              y1={-RADIUS - 10}
              y2={-RADIUS + 16}
              transform={`rotate(${degOf(limit, max)})`}
            />
          )}
        </svg>
        <div className={classes.figure}>
          <span className={classes.number} data-figure>
            {shownText}
          </span>
          <span className={classes.unit}>{formats.unit(unit)}</span>
          <span className={classes.gaugeAge}>
            {delay.state === 'delayed' && t('helm.delayed', { seconds: delay.seconds })}
            {delay.state === 'old' && <Ago ms={delay.lastMs} />}
          </span>
        </div>
      </div>
      <p className={classes.limit}>
        {isOver && (
          <span className={classes.warning}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 2 23 21H1Z" />
            </svg>
            {t('helm.over')}
          </span>
        )}
        <span>
          {limitLabel} <strong>{limit === null ? '–' : formats.quantity(limit, unit, decimals)}</strong>
        </span>
      </p>
    </section>
  )
}

const degOf = (value: number, max: number) =>
  FROM_DEG + (TO_DEG - FROM_DEG) * Math.min(1, Math.max(0, value / max))

/** Degrees clockwise from the top. */
function arc(fromDeg: number, toDeg: number): string {
  const at = (deg: number) => {
    const rad = (deg * Math.PI) / 180
    return `${(RADIUS * Math.sin(rad)).toFixed(2)} ${(-RADIUS * Math.cos(rad)).toFixed(2)}`
  }
  return `M ${at(fromDeg)} A ${RADIUS} ${RADIUS} 0 ${toDeg - fromDeg > 180 ? 1 : 0} 1 ${at(toDeg)}`
}
