import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/useFormats.ts'
import classes from './Board.module.css'

interface Props {
  title: string
  total?: number
  /** Explanation of the count. */
  means?: string
  /** Shown instead of the list when it is empty. */
  none: string
  /** Number of rows that do not fit. */
  more: number
  /** True for the part that takes the space that is left. */
  grows?: boolean
  children: ReactNode
}

/** List of the board, limited to the rows that fit: nobody scrolls on a wall screen. */
export function BoardPart({ title, total, means, none, more, grows = false, children }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <section className={classes.part} data-grows={grows || undefined} aria-label={title}>
      <h2>
        {title} {total !== undefined && <em>{formats.number(total)}</em>}
        {means && <small className={classes.means}>{means}</small>}
      </h2>
      {total === 0 ? <p className={classes.none}>{none}</p> : children}
      {more > 0 && (
        <p className={classes.more}>{t('board.more', { count: more, more: formats.number(more) })}</p>
      )}
    </section>
  )
}
