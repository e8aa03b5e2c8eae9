import { useTranslation } from 'react-i18next'

export function NotificationsPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.notifications')}</h1>
}
