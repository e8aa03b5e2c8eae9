import { useTranslation } from 'react-i18next'

export function CommentsPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.comments')}</h1>
}
