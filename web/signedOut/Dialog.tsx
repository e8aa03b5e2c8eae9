import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import classes from './controls.module.css'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Dialog over the page. It uses no `<dialog>`, which would cover everything, toasts too. */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const dialog = useRef<HTMLElement>(null)
  useEffect(() => {
    const page = document.getElementById('root')
    const before = document.activeElement
    page?.toggleAttribute('inert', true)
    dialog.current?.querySelector('input')?.focus()
    return () => {
      page?.toggleAttribute('inert', false)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onClose])

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the dialog is a shortcut for its buttons and Escape
    <div
      className={classes.scrim}
      onMouseDown={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <section ref={dialog} className={classes.dialog} role="dialog" aria-modal="true" aria-labelledby={id}>
        <div className={classes.head}>
          <h2 id={id}>{title}</h2>
          <button
            type="button"
            className={`${classes.icon} ${classes.close}`}
            aria-label={t('common.close')}
            onClick={onClose}
          >
            <svg viewBox="0 0 15 15" width={19.6} height={19.6} aria-hidden="true">
              <path
                d="m3.63 3.63 7.74 7.74m0-7.74-7.74 7.74"
                stroke="currentColor"
                strokeWidth={1.15}
                strokeLinecap="round"
              />
            </svg>
          </button>
        </div>
        <div className={classes.body}>{children}</div>
      </section>
    </div>,
    document.body,
  )
}
