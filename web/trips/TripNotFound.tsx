import { Button } from '@mantine/core'
import { IconRouteOff } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/Notice.tsx'

/** `home` is the target when there is no page to go back to. */
export function TripNotFound({ home }: { home: '/trips' | '/map' }) {
  const { t } = useTranslation()
  const router = useRouter()
  const goBack = () => (router.history.canGoBack() ? router.history.back() : router.navigate({ to: home }))
  return (
    <Notice icon={IconRouteOff} title={t('trip.notFound')}>
      <Button variant="default" onClick={() => void goBack()}>
        {t('common.goBack')}
      </Button>
    </Notice>
  )
}
