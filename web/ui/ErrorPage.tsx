import type { ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/wire/user.ts'
import { PartMissing } from '../loading/parts.ts'
import { queryClient } from '../session/queryClient.ts'
import { TokenUnavailable } from '../session/session.ts'
import { AwayPage } from './AwayPage.tsx'
import { Logo } from './Logo.tsx'
import { WaysOut } from './NotFoundPage.tsx'
import classes from './Notice.module.css'

/** Page that failed to render. The rest of the console still works. */
export function ErrorPage(props: ErrorComponentProps) {
  const { error } = props
  const [isAway, setAway] = useState(error instanceof PartMissing || error instanceof TokenUnavailable)
  return isAway ? <AwayPage {...props} onGiveUp={() => setAway(false)} /> : <Crashed error={error} />
}

function Crashed({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <div className={classes.page} role="alert">
      <div className={classes.lost}>
        <Logo size={64} />
        <h1>{t('error.oops')}</h1>
        <p className={classes.code}>{t('error.error500')}</p>
        <WaysOut {...queryClient.getQueryData<User>(['users', 'me'])} />
        <details className={classes.details}>
          <summary>{t('common.details')}</summary>
          <pre>{error instanceof Error ? error.message : String(error)}</pre>
        </details>
      </div>
    </div>
  )
}
