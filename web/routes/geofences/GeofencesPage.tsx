import { IconPolygon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyPage } from '../../tables/EmptyPage.tsx'

export function GeofencesPage() {
  const { t } = useTranslation()
  return (
    <EmptyPage
      title={t('nav.geofences')}
      icon={IconPolygon}
      sentence={t('later.geofences')}
      hint={t('later.geofencesHint')}
    />
  )
}
