import { IconDotsVertical } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { TripMenu } from './TripMenu.tsx'
import { TripShortcuts } from './TripShortcuts.tsx'

/** Menu of a trip in a list of trips. */
export function TripRowMenu({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const name = t('trip.by', { vessel: trip.vessel.name })
  return (
    <TripMenu trip={trip} top={<TripShortcuts trip={trip} />}>
      <IconButton icon={IconDotsVertical} label={t('common.actionsFor', { name })} />
    </TripMenu>
  )
}
