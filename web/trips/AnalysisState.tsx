import { IconProgress } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './AnalysisState.module.css'
import { analysisProgress } from './analysisProgress.ts'

/** Says of a trip whose figures are not what its data say yet how far they are; nothing of any other. */
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
