import { useTranslation } from 'react-i18next'

export function PasswordPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.password')}</h1>
}
