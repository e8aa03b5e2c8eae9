import { useTranslation } from 'react-i18next'

export function HelpArticlePage() {
  const { t } = useTranslation()
  return <h1>{t('nav.help')}</h1>
}
