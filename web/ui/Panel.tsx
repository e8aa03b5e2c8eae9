import type { ReactNode } from 'react'
import classes from './Panel.module.css'

interface Props {
  title: string
  /** Line below the title: content and source of the panel. */
  note?: ReactNode
  /** Content at the end of the title's line: a switch, a help hint, a legend. */
  aside?: ReactNode
  /** True to leave out the padding, for content such as plots and tables. */
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Section of a page of figures, with its heading. */
export function Panel({ title, note, aside, flush = false, className, children }: Props) {
  return (
    <section
      className={className ? `${classes.panel} ${className}` : classes.panel}
      aria-label={title}
      data-paper="whole"
    >
      <header className={classes.head}>
        <h2>{title}</h2>
        {aside && <div className={classes.aside}>{aside}</div>}
        {note && <p className={classes.note}>{note}</p>}
      </header>
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  )
}
