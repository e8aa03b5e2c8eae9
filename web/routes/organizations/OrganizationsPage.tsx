import { useTranslation } from 'react-i18next'

export function OrganizationsPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.organizations')}</h1>
}
