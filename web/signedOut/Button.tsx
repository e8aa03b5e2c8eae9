import type { ButtonHTMLAttributes } from 'react'
import classes from './controls.module.css'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'filled' | 'outlined' | 'plain'
  wide?: boolean
  /** True while the request of the button is under way. */
  busy?: boolean
}

export function Button({
  look = 'filled',
  wide = false,
  busy = false,
  disabled = false,
  children,
  ...others
}: Props) {
  const names = [
    classes.button,
    disabled && !busy ? classes.off : classes[look],
    wide && classes.wide,
    busy && classes.busy,
  ]
  return (
    <button
      type="button"
      {...others}
      className={names.filter(Boolean).join(' ')}
      disabled={disabled || busy}
      aria-busy={busy}
    >
      <span className={classes.words}>{children}</span>
      {busy && <span className={classes.spinner} aria-hidden="true" />}
    </button>
  )
}
