import { Menu } from '@mantine/core'
import { IconMap, IconShare } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { usePermission } from '../../../api/user.ts'
import { lazyPart } from '../../../loading/parts.ts'
import { strongestSensor } from '../../../trips/moment/tripEvents.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { MenuLink } from '../../../ui/MenuLink.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'

const ShareDialog = lazyPart(() =>
  import('../../../trips/ShareDialog.tsx').then((loaded) => loaded.ShareDialog),
)

/** Actions for one impact, in the console alone: its moment on the map, and sharing for users with the permission. */
export function EventMenu({ trip, event }: { trip: Trip; event: ImpactEvent }) {
  const { t } = useTranslation()
  const { token } = useParams({ strict: false })
  const [opened, setOpened] = useState(false)
  const mayShare = usePermission('vessel:trip-edit', trip.vessel_id)
  if (token !== undefined) return null
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <MoreButton label={t('common.actions')} />
        </Menu.Target>
        <Menu.Dropdown>
          <MenuLink
            to="/map/trips/$tripId"
            params={{ tripId: trip.id }}
            search={{ t: Date.parse(event.peak_impact_time), sensor: strongestSensor(event) }}
            leftSection={<Icon of={IconMap} size={16} />}
          >
            {t('trips.viewOnMap')}
          </MenuLink>
          {mayShare && (
            <Menu.Item leftSection={<Icon of={IconShare} size={16} />} onClick={() => setOpened(true)}>
              {t('share.menu')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {opened && (
          <ShareDialog trip={trip} eventTime={event.peak_impact_time} onClose={() => setOpened(false)} />
        )}
      </Suspense>
    </>
  )
}
