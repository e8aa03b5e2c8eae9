import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TripStats } from '#contract/wire/trip.ts'
import { Icon } from '../../../ui/Icon.tsx'
import classes from './TripDoubts.module.css'

/** Warnings about the reliability of the trip's figures. */
export function TripDoubts({ stats }: { stats: TripStats }) {
  const { t } = useTranslation()
  const doubts = [
    stats.partial && t('tripDoubt.partial'),
    stats.fuel_suspect && t('tripDoubt.fuel'),
    stats.sog_derived && t('tripDoubt.sog'),
    stats.distance_suspect && t('tripDoubt.distance'),
    stats.sparse && t('tripDoubt.sparse'),
    stats.position_frozen && t('tripDoubt.frozen'),
  ].filter((doubt) => doubt !== false)
  if (doubts.length === 0) return null
  return (
    <ul className={classes.doubts}>
      {doubts.map((doubt) => (
        <li key={doubt}>
          <Icon of={IconAlertTriangle} size={16} />
          {doubt}
        </li>
      ))}
    </ul>
  )
}
