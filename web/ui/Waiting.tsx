import { Loader } from '@mantine/core'
import classes from './Notice.module.css'

/** The whole page is on its way. */
export function Waiting() {
  return (
    <div className={classes.page} role="status">
      <Loader size={28} color="var(--bn-text-3)" />
    </div>
  )
}
