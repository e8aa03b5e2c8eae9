import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './controls.module.css'
import { type FieldProps, TextField } from './TextField.tsx'

/** Password field whose content the user can show. */
export function PasswordField(props: FieldProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      className={classes.password ?? ''}
      end={
        <button
          type="button"
          className={`${classes.icon} ${classes.eye}`}
          aria-label={t('signIn.showPassword')}
          aria-pressed={shown}
          tabIndex={-1}
          // The cursor stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          <Eye open={!shown} />
        </button>
      }
    />
  )
}

/** Eye icon from Phosphor, as in the component library's password field. */
function Eye({ open }: { open: boolean }) {
  return (
    <svg
      viewBox="0 0 256 256"
      width={22}
      height={22}
      fill="none"
      stroke="currentColor"
      strokeWidth={16}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {open ? (
        <>
          <path d="M128 56c-80 0-112 72-112 72s32 72 112 72 112-72 112-72-32-72-112-72z" />
          <circle cx="128" cy="128" r="40" />
        </>
      ) : (
        <>
          <path d="M48 40l160 176M154.91 157.6a40 40 0 01-53.82-59.2M135.53 88.71a40 40 0 0132.3 35.53" />
          <path d="M208.61 169.1C230.41 149.58 240 128 240 128s-32-72-112-72a126 126 0 00-20.68 1.68M74 68.6C33.23 89.24 16 128 16 128s32 72 112 72a118.05 118.05 0 0054-12.6" />
        </>
      )}
    </svg>
  )
}
