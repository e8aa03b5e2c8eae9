import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './DropTarget.module.css'
import { type DropVessel, useLogDrops } from './useLogDrops.ts'

interface Props {
  vessel: DropVessel & { name: string }
  className?: string | undefined
  /** Element to render: a card is an `article`. */
  as?: 'div' | 'article'
  children: ReactNode
}

/** Element that represents a vessel and accepts dropped log files for her history. Her menu does the same. */
export function DropTarget({ vessel, className = '', as: Element = 'div', children }: Props) {
  const { t } = useTranslation()
  const drop = useLogDrops()(vessel)
  return (
    <Element className={className} {...drop}>
      {children}
      {drop['data-drop'] && (
        <span className={classes.veil} aria-hidden>
          {t('logs.dropOn', { name: vessel.name })}
        </span>
      )}
    </Element>
  )
}
