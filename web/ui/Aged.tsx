import type { ReactNode } from 'react'
import { useFreshness } from '../live/freshness.ts'
import classes from './Aged.module.css'

/** Live value that fades with its age, so that it never looks newer than it is. */
export function Aged({ ms, children }: { ms: number | null; children: ReactNode }) {
  const age = useFreshness(ms)
  return (
    <span className={classes.aged} data-age={age}>
      {children}
    </span>
  )
}
