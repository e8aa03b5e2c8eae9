import type { ReactNode } from 'react'
import classes from './Figures.module.css'

interface FiguresProps {
  label?: string
  /** True to draw a frame, where no panel surrounds the figures. */
  framed?: boolean
  children: ReactNode
}

/** Key figures side by side, as many in a row as fit. */
export function Figures({ label, framed = false, children }: FiguresProps) {
  return (
    <dl className={framed ? classes.framed : classes.figures} aria-label={label}>
      {children}
    </dl>
  )
}

interface Props {
  label: ReactNode
  children: ReactNode
  /** Remark below the figure. */
  note?: ReactNode
}

export function Figure({ label, children, note }: Props) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  )
}
