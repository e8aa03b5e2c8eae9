import { useTranslation } from 'react-i18next'

export function PersonalPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.personal')}</h1>
}
