import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Logo } from './Logo.tsx'
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

export function WaysOut() {
  const { t } = useTranslation()
  return (
    <div className={classes.actions}>
      <Button component={Link} to="/">
        {t('error.backToSafety')}
      </Button>
      <Button component={Link} to="/resources/feedback" variant="default">
        {t('error.sendFeedback')}
      </Button>
    </div>
  )
}
