import { useTranslation } from 'react-i18next'

export function ReportsPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.reports')}</h1>
}
