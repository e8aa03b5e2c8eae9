import { IconProgress } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/Notice.tsx'

/** Stands where figures of a trip would, or the word that there are none, while nobody knows; the page says how far it is. */
export function AnalysisPending() {
  const { t } = useTranslation()
  return <Notice icon={IconProgress} title={t('analysis.pending')} role="status" />
}
