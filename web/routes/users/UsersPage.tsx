import { useTranslation } from 'react-i18next'

export function UsersPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.users')}</h1>
}
