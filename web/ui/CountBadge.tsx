import { useFormats } from '../i18n/useFormats.ts'
import classes from './Pill.module.css'

/** A number beside a word; `hot` asks for attention. */
export function CountBadge({ count, hot = false }: { count: number; hot?: boolean }) {
  const formats = useFormats()
  return (
    <span className={hot ? `${classes.count} ${classes.hot}` : classes.count}>{formats.number(count)}</span>
  )
}
