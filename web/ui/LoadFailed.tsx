import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isForbidden } from '../session/queryClient.ts'
import { toast } from '../toasts/toast.ts'
import { NoAccess } from './NoAccess.tsx'
import classes from './Notice.module.css'
import { Notice } from './Notice.tsx'

/** Message of a failed load, with another try and folded details; a refusal has its own message. */
export function LoadFailed(props: { sentence: string; error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const { sentence } = props
  useLayoutEffect(() => toast.cover(sentence), [sentence])
  if (isForbidden(props.error)) return <NoAccess />
  return (
    <Notice icon={IconAlertTriangle} title={sentence} role="alert">
      <Button variant="default" onClick={props.onRetry}>
        {t('common.tryAgain')}
      </Button>
      <details className={classes.details} style={{ width: '100%' }}>
        <summary>{t('common.details')}</summary>
        <pre>{props.error.message}</pre>
      </details>
    </Notice>
  )
}
