import { useTranslation } from 'react-i18next'

export function DepartmentsPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.departments')}</h1>
}
