import { Tooltip } from '@mantine/core'
import { IconProgress } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './AnalysisMark.module.css'
import { analysisProgress } from './analysisProgress.ts'

/** Mark beside figures of an ended trip whose analysis is incomplete; trips under way have no mark. */
export function AnalysisMark({ trip: { analysis, live } }: { trip: Pick<Trip, 'analysis' | 'live'> }) {
  const { t } = useTranslation()
  if (analysis.complete || live) return null
  const percent = analysisProgress(analysis)
  const label = percent === null ? t('analysis.anew') : t('analysis.share', { percent })
  return (
    <Tooltip label={label} multiline maw={280}>
      <span className={classes.mark} role="img" aria-label={label}>
        <Icon of={IconProgress} size={14} />
      </span>
    </Tooltip>
  )
}
