import { useTranslation } from 'react-i18next'

export function CaptainsPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.captains')}</h1>
}
