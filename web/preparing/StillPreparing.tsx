import { IconProgress } from '@tabler/icons-react'
import { Icon } from '../ui/Icon.tsx'
import classes from './StillPreparing.module.css'

/** Sentence of `usePreparing`, in place of figures that are not there yet; nothing when all are. */
export function StillPreparing({ sentence }: { sentence: string | null }) {
  if (sentence === null) return null
  return (
    <p className={classes.note} role="status">
      <Icon of={IconProgress} size={16} />
      <span>{sentence}</span>
    </p>
  )
}
