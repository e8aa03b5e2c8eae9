import { Menu } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { usePermission } from '../../../api/user.ts'
import { lazyPart } from '../../../loading/parts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'

const ShareDialog = lazyPart(() =>
  import('../../../trips/ShareDialog.tsx').then((loaded) => loaded.ShareDialog),
)

/** Share actions for one impact, shown to users with the permission. */
export function EventShare({ trip, eventTime }: { trip: Trip; eventTime: string }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const mayShare = usePermission('vessel:trip-edit', trip.vessel_id)
  if (!mayShare) return null
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <MoreButton label={t('common.actions')} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon of={IconShare} size={16} />} onClick={() => setOpened(true)}>
            {t('share.menu')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {opened && <ShareDialog trip={trip} eventTime={eventTime} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  )
}
