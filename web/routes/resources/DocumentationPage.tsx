import { useTranslation } from 'react-i18next'

export function DocumentationPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.documentation')}</h1>
}
