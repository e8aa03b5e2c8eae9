import { useTranslation } from 'react-i18next'

export function VesselsPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.vessels')}</h1>
}
