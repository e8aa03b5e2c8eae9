import { Loader } from '@mantine/core'
import { Late } from './Late.tsx'
import classes from './Notice.module.css'

/** Placeholder while the whole page is loading. */
export function Waiting() {
  return (
    <Late>
      <div className={classes.page} role="status">
        <Loader size={28} color="var(--tf-text-3)" />
      </div>
    </Late>
  )
}
