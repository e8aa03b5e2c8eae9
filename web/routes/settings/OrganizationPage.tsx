import { useTranslation } from 'react-i18next'

export function OrganizationPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.organization')}</h1>
}
