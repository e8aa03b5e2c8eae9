import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Notice } from './Notice.tsx'

export function NoAccess() {
  const { t } = useTranslation()
  const router = useRouter()
  return (
    <Notice icon={IconLock} title={t('error.noAccess')}>
      <Button variant="default" onClick={() => router.history.back()}>
        {t('common.goBack')}
      </Button>
    </Notice>
  )
}
