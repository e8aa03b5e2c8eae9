import { IconProgress } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/Notice.tsx'

/** Takes the place of figures while the analysis is incomplete; the page shows its progress. */
export function AnalysisPending() {
  const { t } = useTranslation()
  return <Notice icon={IconProgress} title={t('analysis.pending')} role="status" />
}
