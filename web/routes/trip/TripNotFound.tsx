import { Button } from '@mantine/core'
import { IconRouteOff } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.tsx'

export function TripNotFound() {
  const { t } = useTranslation()
  const router = useRouter()
  const goBack = () =>
    router.history.canGoBack() ? router.history.back() : router.navigate({ to: '/trips' })
  return (
    <Notice icon={IconRouteOff} title={t('trip.notFound')}>
      <Button variant="default" onClick={() => void goBack()}>
        {t('common.goBack')}
      </Button>
    </Notice>
  )
}
