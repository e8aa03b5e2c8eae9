import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import classes from './Notice.module.css'

interface Props {
  icon: TablerIcon
  title: string
  hint?: string | undefined
  /** One or two buttons. */
  children?: ReactNode
  role?: 'alert' | 'status'
}

/** Notice in place of content: nothing yet, not allowed, or failed. */
export function Notice({ icon, title, hint, children, role }: Props) {
  return (
    <div className={classes.notice} role={role}>
      <Icon of={icon} size={24} />
      <h2 className={classes.title}>{title}</h2>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
