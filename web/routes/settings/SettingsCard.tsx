import { useLocation } from '@tanstack/react-router'
import type { FormEventHandler, ReactNode } from 'react'
import { useUnsavedGuard } from '../../forms/useUnsavedGuard.tsx'
import classes from './SettingsCard.module.css'

interface Props {
  title: string
  hint?: string
  /** True when leaving the page would lose input. */
  changed?: boolean
  /** Makes the card a form with this handler. */
  onSubmit?: FormEventHandler<HTMLFormElement>
  /** Buttons at the foot of the card. */
  actions?: ReactNode
  children?: ReactNode
}

/** Card of related settings that are saved together. */
export function SettingsCard({ title, hint, changed = false, onSubmit, actions, children }: Props) {
  const here = useLocation({ select: ({ pathname }) => pathname })
  const { question } = useUnsavedGuard({ changed, within: ({ pathname }) => pathname === here })
  const inside = (
    <>
      <div className={classes.head}>
        <h2>{title}</h2>
        {hint && <p>{hint}</p>}
      </div>
      {children && <div className={classes.body}>{children}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </>
  )
  return onSubmit ? (
    <>
      <form className={classes.card} onSubmit={onSubmit} noValidate>
        {inside}
      </form>
      {question}
    </>
  ) : (
    <section className={classes.card}>{inside}</section>
  )
}
