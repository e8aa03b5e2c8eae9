import type { CSSProperties } from 'react'
import { toShown } from '#contract/domain/unitChoice.ts'
import { decimalsOf, MISSING } from '#contract/words/formats.ts'
import { useFormats } from '../i18n/useFormats.ts'
import classes from './Quantity.module.css'

interface Props {
  value: number | null | undefined
  /** Unit of the API: kn, g, nmi, °C … */
  unit: string
  decimals?: number
  style?: CSSProperties
}

/** Number and unit in the reader's choice, with a small unit; an en dash for an unknown value. */
export function Quantity({ value, unit, decimals, style }: Props) {
  const formats = useFormats()
  if (typeof value !== 'number' || !Number.isFinite(value)) return <Missing />
  const own = formats.shown(unit)
  const shown = toShown(own, value)
  return (
    <span className={classes.number} style={style}>
      {formats.number(shown, decimals ?? decimalsOf(own.unit, shown))}
      <span className={classes.unit}>{formats.unit(unit)}</span>
    </span>
  )
}

/** Minutes as `1 h 34 min`. */
export function Duration({ minutes }: { minutes: number | null | undefined }) {
  const formats = useFormats()
  if (typeof minutes !== 'number') return <Missing />
  return (
    <span className={classes.number}>
      {formats.durationParts(minutes).map(({ value, unit }) => (
        <span key={unit} className={classes.part}>
          {value}
          <span className={classes.unit}>{unit}</span>
        </span>
      ))}
    </span>
  )
}

/** Minutes of many hours as `2,000 min (33 h 20 min)`. */
export function Minutes({ minutes }: { minutes: number | null | undefined }) {
  const formats = useFormats()
  if (typeof minutes !== 'number') return <Missing />
  return (
    <>
      <Quantity value={minutes} unit="min" decimals={0} />{' '}
      {Math.round(minutes) >= 60 && <span className={classes.derived}>({formats.duration(minutes)})</span>}
    </>
  )
}

/** `332° NW`: a course with its compass point. */
export function Course({ deg }: { deg: number | null | undefined }) {
  const formats = useFormats()
  if (typeof deg !== 'number') return <Missing />
  return (
    <span className={classes.number}>
      {Math.round(deg) % 360}
      <span className={classes.unit}>° {formats.compassPoint(deg)}</span>
    </span>
  )
}

/** Dash for an unknown value; `why` is read out and shown under the pointer. */
export const Missing = ({ why }: { why?: string }) => (
  <span className={classes.missing} data-missing {...(why && { role: 'img', 'aria-label': why, title: why })}>
    {MISSING}
  </span>
)
