import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Notice } from '../ui/Notice.tsx'
import classes from './ListPage.module.css'

interface Props {
  title: string
  icon: TablerIcon
  sentence: string
  hint: string
  children?: ReactNode
}

/** Page of a list that cannot have rows yet. */
export function EmptyPage({ title, icon, sentence, hint, children }: Props) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{title}</h1>
      </header>
      <div className={classes.empty}>
        <Notice icon={icon} title={sentence} hint={hint}>
          {children}
        </Notice>
      </div>
    </div>
  )
}
