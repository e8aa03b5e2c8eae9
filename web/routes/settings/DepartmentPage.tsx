import { useTranslation } from 'react-i18next'

export function DepartmentPage() {
  const { t } = useTranslation()
  return <h1>{t('nav.department')}</h1>
}
