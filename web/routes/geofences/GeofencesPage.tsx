import { useTranslation } from 'react-i18next'

export function GeofencesPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.geofences')}</h1>
}
