import { Tooltip } from '@mantine/core'
import { IconAnchorOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './AnalysisMark.module.css'

/** Mark beside the figures of a trip that is excluded from statistics. */
export function SeaMark({ trip: { sea_state } }: { trip: Pick<Trip, 'sea_state'> }) {
  const { t } = useTranslation()
  if (sea_state !== 'doubted' && sea_state !== 'ashore') return null
  const label = t(`trip.sea.${sea_state}`)
  return (
    <Tooltip label={label} multiline maw={280}>
      <span className={classes.mark} role="img" aria-label={label}>
        <Icon of={IconAnchorOff} size={14} />
      </span>
    </Tooltip>
  )
}
