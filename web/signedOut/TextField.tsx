import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import classes from './controls.module.css'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** Hint shown before the user types. */
  hint?: string
  error?: string | null | undefined
}

interface Props extends FieldProps {
  /** Element over the end of the input. */
  end?: ReactNode
}

/** Input with a label and the problem of its value. */
export function TextField({ label, hint, error, end, className = '', ...input }: Props) {
  const id = useId()
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={classes.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={classes.control}>
        <input
          {...input}
          id={id}
          className={`${classes.input} ${className}`}
          aria-invalid={Boolean(error)}
          aria-describedby={notes || undefined}
        />
        {end}
      </div>
      {error && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
