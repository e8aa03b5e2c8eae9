import { IconProgress } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './AnalysisState.module.css'
import { analysisProgress } from './analysisProgress.ts'

/** Progress of a trip's analysis; nothing when the analysis is complete. */
export function AnalysisState({ trip: { analysis } }: { trip: Trip }) {
  const { t } = useTranslation()
  if (analysis.complete) return null
  const percent = analysisProgress(analysis)
  return (
    <p className={classes.state} role="status">
      <Icon of={IconProgress} size={16} />
      <span>{percent === null ? t('analysis.anew') : t('analysis.share', { percent })}</span>
      {percent !== null && (
        <span className={classes.track} aria-hidden="true">
          <span style={{ transform: `scaleX(${analysis.share})` }} />
        </span>
      )}
    </p>
  )
}
