import { useTranslation } from 'react-i18next'

export function RulesPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.rules')}</h1>
}
