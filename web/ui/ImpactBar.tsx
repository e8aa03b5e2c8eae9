import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/useFormats.ts'
import classes from './ImpactBar.module.css'
import { IMPACT_SCALE_G, impactLevel } from './impact.ts'
import { Missing, Quantity } from './Quantity.tsx'

interface Props {
  g: number | null
  limitG: number
  width?: number
  decimals?: number
  /** True while a harder impact may follow, so that only one above the limit has a colour. */
  isBehind?: boolean
}

/** Length and a notch at the limit show the impact without colour, and the number beside is exact. */
export function ImpactBar({ g, limitG, width = 56, decimals = 1, isBehind = false }: Props) {
  if (g === null) return <Missing />
  return (
    <span className={classes.impact}>
      <ImpactTrack g={g} limitG={limitG} width={width} isBehind={isBehind} />
      <Quantity value={g} unit="g" decimals={decimals} />
    </span>
  )
}

interface TrackProps {
  g: number
  limitG: number
  width: number | string
  isBehind?: boolean
}

/** Bar without its number, for places where the number stands elsewhere. */
export function ImpactTrack({ g, limitG, width, isBehind = false }: TrackProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const level = impactLevel(g, limitG)
  const isColoured = level === 'high' || !isBehind
  const label = t(isColoured ? 'impact.ofLimit' : 'impact.soFar', {
    impact: formats.quantity(g, 'g', 1),
    limit: formats.quantity(limitG, 'g', limitG % 1 ? 1 : 0),
  })
  return (
    <span className={classes.track} style={{ width }} role="img" aria-label={label}>
      <span
        className={classes.fill}
        style={{ width: percent(g), background: isColoured ? `var(--tf-im-${level})` : 'var(--tf-text-3)' }}
      />
      <span className={classes.notch} style={{ left: percent(limitG) }} />
    </span>
  )
}

const percent = (g: number) => `${Math.min(100, (g / IMPACT_SCALE_G) * 100)}%`
