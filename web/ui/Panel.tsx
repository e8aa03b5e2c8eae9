import type { ReactNode } from 'react'
import classes from './Panel.module.css'

interface Props {
  title: string
  /** A line under the title: what exactly is drawn, where it comes from. */
  note?: ReactNode
  /** At the end of the title's line: a switch, a help hint, a key. */
  aside?: ReactNode
  /** Without the inner margin, for what brings its own, such as charts and tables. */
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}

/** One subject of a page of figures, with its heading. */
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
