import { IconPinFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { usePins } from '../../api/pins.ts'
import classes from './TripsPage.module.css'

/** Mark of a pinned trip; nothing for other trips. */
export function PinMark({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const { isPinned } = usePins()
  if (!isPinned(trip.id)) return null
  return (
    <span className={classes.pin} role="img" aria-label={t('trip.pinnedShort')}>
      <IconPinFilled size={14} aria-hidden="true" />
    </span>
  )
}
