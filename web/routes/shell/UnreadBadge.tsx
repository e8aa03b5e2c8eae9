import { CountBadge } from '../../ui/CountBadge.tsx'
import classes from './TopBar.module.css'

/** Larger numbers would cover what stands beside the button. */
const MOST_SHOWN = 99

/** On the corner of a button whose name already says the number. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={classes.unread} aria-hidden="true">
      <CountBadge hot count={count} most={MOST_SHOWN} />
    </span>
  )
}
