import { Menu } from '@mantine/core'
import { IconMap, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { usePins } from '../api/pins.ts'
import { Icon } from '../ui/Icon.tsx'
import { MenuLink } from '../ui/MenuLink.tsx'

/** Menu items for the actions that a trip's page has as buttons. */
export function TripShortcuts({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const { isPinned, toggle } = usePins()
  const pinned = isPinned(trip.id)
  return (
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
  )
}
