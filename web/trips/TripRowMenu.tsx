import { Menu } from '@mantine/core'
import { IconDotsVertical, IconMap, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/trip.ts'
import { usePins } from '../api/pins.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { MenuLink } from '../ui/MenuLink.tsx'
import { TripMenu } from './TripMenu.tsx'

/** What can be done with a trip from a list of them. */
export function TripRowMenu({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const { isPinned, toggle } = usePins()
  const pinned = isPinned(trip.id)
  const name = t('trip.by', { vessel: trip.vessel.name })
  return (
    <TripMenu
      trip={trip}
      top={
        <>
          <MenuLink
            to="/map/trips/$tripId"
            params={{ tripId: trip.id }}
            leftSection={<Icon of={IconMap} size={16} />}
          >
            {t('trips.viewOnMap')}
          </MenuLink>
          <Menu.Item
            leftSection={<Icon of={pinned ? IconPinnedOff : IconPin} size={16} />}
            onClick={() => toggle(trip)}
          >
            {t(pinned ? 'trip.unpin' : 'trip.pin')}
          </Menu.Item>
        </>
      }
    >
      <IconButton icon={IconDotsVertical} label={t('common.actionsFor', { name })} />
    </TripMenu>
  )
}
