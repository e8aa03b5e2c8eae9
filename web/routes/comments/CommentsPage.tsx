import { IconMessageCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyPage } from '../../tables/EmptyPage.tsx'

export function CommentsPage() {
  const { t } = useTranslation()
  return (
    <EmptyPage
      title={t('nav.comments')}
      icon={IconMessageCircle}
      sentence={t('later.comments')}
      hint={t('later.commentsHint')}
    />
  )
}
