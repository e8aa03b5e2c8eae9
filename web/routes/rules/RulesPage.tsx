import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyPage } from '../../tables/EmptyPage.tsx'

export function RulesPage() {
  const { t } = useTranslation()
  return (
    <EmptyPage
      title={t('nav.rules')}
      icon={IconAdjustmentsHorizontal}
      sentence={t('later.rules')}
      hint={t('later.rulesHint')}
    />
  )
}
