import { useTranslation } from 'react-i18next'
import type { VesselStatus } from '#contract/domain/vesselStatuses.ts'
import { useLostSince } from '../live/lostSince.ts'
import classes from './Pill.module.css'

const shapes: Readonly<Record<VesselStatus, string | undefined>> = {
  sailing: classes.dot,
  online: classes.dot,
  offline: classes.ring,
  unavailable: classes.ring,
  unpaired: `${classes.ring} ${classes.dashed}`,
}

/**
 * Status of a vessel: the word, its colour and its shape. Grey while the connection is lost. `plain` leaves out the
 * tinted ground.
 */
export function StatusPill({ status, plain = false }: { status: VesselStatus; plain?: boolean }) {
  const { t } = useTranslation()
  const isLost = useLostSince() !== null
  return (
    <span
      className={plain ? classes.plain : classes.pill}
      style={{ color: `var(--tf-${isLost ? 'text-3' : `st-${status}`})` }}
    >
      <span className={shapes[status]} />
      {t(`status.${status}`)}
    </span>
  )
}

/** Pill of a trip under way; the dot pulses every two seconds, except with reduced motion or a lost connection. */
export function LiveBadge() {
  const { t } = useTranslation()
  const isLost = useLostSince() !== null
  return (
    <span className={classes.pill} style={{ color: `var(--tf-${isLost ? 'text-3' : 'st-online'})` }}>
      <span className={isLost ? classes.dot : `${classes.dot} ${classes.pulse}`} />
      {t('status.live')}
    </span>
  )
}
