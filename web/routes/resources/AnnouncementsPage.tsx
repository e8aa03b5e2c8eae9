import { useTranslation } from 'react-i18next'

export function AnnouncementsPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.announcements')}</h1>
}
