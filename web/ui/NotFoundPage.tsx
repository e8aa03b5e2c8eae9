import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Addresses } from './CrashBoundary.tsx'
import { Logo } from './Logo.tsx'
import { mailTo } from './mailTo.ts'
import classes from './Notice.module.css'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <div className={classes.lost}>
        <Logo size={64} />
        <h1>{t('error.lost')}</h1>
        <p>{t('error.lostHint')}</p>
        <WaysOut />
      </div>
    </div>
  )
}

/** Opens a mail directly when the address is known. */
export function WaysOut({ website_url, support_email }: Addresses) {
  const { t } = useTranslation()
  return (
    <div className={classes.actions}>
      <Button component={Link} to="/">
        {t('error.backToSafety')}
      </Button>
      {website_url && (
        <Button component="a" href={website_url} variant="default">
          {t('error.website')}
        </Button>
      )}
      {support_email ? (
        <Button component="a" href={mailTo(support_email, t('feedback.bugSubject'))} variant="default">
          {t('error.sendFeedback')}
        </Button>
      ) : (
        <Button component={Link} to="/resources/feedback" variant="default">
          {t('error.sendFeedback')}
        </Button>
      )}
    </div>
  )
}
