import { useTranslation } from 'react-i18next'

export function ReleaseNotesPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.releaseNotes')}</h1>
}
