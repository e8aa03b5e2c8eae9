import { useTranslation } from 'react-i18next'

export function HelpPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.help')}</h1>
}
