import { useTranslation } from 'react-i18next'

export function AuditPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.audit')}</h1>
}
