import { CountBadge } from '../../ui/CountBadge.tsx'
import classes from './TopBar.module.css'

/** Largest number shown: a larger one would cover content beside the button. */
const MOST_SHOWN = 99

/** Badge on the corner of a button whose name already has the number. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={classes.unread} aria-hidden="true">
      <CountBadge hot count={count} most={MOST_SHOWN} />
    </span>
  )
}
