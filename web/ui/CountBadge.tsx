import { useFormats } from '../i18n/useFormats.ts'
import classes from './Pill.module.css'

interface Props {
  count: number
  hot?: boolean
  /** Larger numbers are shown as `99+`. */
  most?: number
}

/** Number beside a label; `hot` highlights it. */
export function CountBadge({ count, hot = false, most = Number.POSITIVE_INFINITY }: Props) {
  const formats = useFormats()
  const shown = count > most ? `${formats.number(most)}+` : formats.number(count)
  return <span className={hot ? `${classes.count} ${classes.hot}` : classes.count}>{shown}</span>
}
