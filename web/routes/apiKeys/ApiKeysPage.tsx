import { IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyPage } from '../../tables/EmptyPage.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'

export function ApiKeysPage() {
  const { t } = useTranslation()
  return (
    <EmptyPage
      title={t('nav.apiKeys')}
      icon={IconKey}
      sentence={t('later.apiKeys')}
      hint={t('later.apiKeysHint')}
    >
      <ButtonLink to="/resources/help/$slug" params={{ slug: 'public-api' }} variant="default">
        {t('later.aboutApi')}
      </ButtonLink>
    </EmptyPage>
  )
}
