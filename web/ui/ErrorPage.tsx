import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Logo } from './Logo.tsx'
import { WaysOut } from './NotFoundPage.tsx'
import classes from './Notice.module.css'

/** A page that crashed. The rest of the console around it still works. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.page} role="alert">
      <div className={classes.lost}>
        <Logo size={64} />
        <h1>{t('error.oops')}</h1>
        <p className={classes.code}>{t('error.error500')}</p>
        <WaysOut />
        <details className={classes.details}>
          <summary>{t('common.details')}</summary>
          <pre>{error instanceof Error ? error.message : String(error)}</pre>
        </details>
      </div>
    </div>
  )
}
