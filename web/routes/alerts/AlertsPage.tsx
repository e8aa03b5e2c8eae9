import { useTranslation } from 'react-i18next'

export function AlertsPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.alerts')}</h1>
}
