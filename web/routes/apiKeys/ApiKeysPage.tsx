import { useTranslation } from 'react-i18next'

export function ApiKeysPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.apiKeys')}</h1>
}
