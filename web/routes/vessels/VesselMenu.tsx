import { Menu } from '@mantine/core'
import { IconAntenna, IconCube3dSphere, IconDownload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/user.ts'
import { RowMenu } from '../../tables/RowMenu.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MenuLink } from '../../ui/MenuLink.tsx'
import { lazyPart } from '../../ui/parts.ts'

const VesselDownloadDialog = lazyPart(() =>
  import('../../downloads/VesselDownloadDialog.tsx').then((loaded) => loaded.VesselDownloadDialog),
)
const VesselModelDialog = lazyPart(() =>
  import('../../replay/VesselModelDialog.tsx').then((loaded) => loaded.VesselModelDialog),
)

/** What can be done with a vessel of the list. */
export function VesselMenu({ vessel }: { vessel: { id: string; name: string } }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'download' | 'model' | null>(null)
  const mayDownload = usePermission('vessel:trip-view', vessel.id)
  const mayEdit = usePermission('vessel:vessel-edit', vessel.id)
  const mayView = usePermission('vessel:vessel-view', vessel.id)
  if (!mayDownload && !mayEdit && !mayView) return null
  const close = () => setOpened(null)
  return (
    <>
      <RowMenu label={t('common.actionsFor', { name: vessel.name })}>
        {mayDownload && (
          <Menu.Item leftSection={<Icon of={IconDownload} size={16} />} onClick={() => setOpened('download')}>
            {t('download.title')}
          </Menu.Item>
        )}
        {mayEdit && (
          <Menu.Item
            leftSection={<Icon of={IconCube3dSphere} size={16} />}
            onClick={() => setOpened('model')}
          >
            {t('replay.model')}
          </Menu.Item>
        )}
        {mayView && (
          <MenuLink
            to="/vessels/$vesselId/sources"
            params={{ vesselId: vessel.id }}
            search
            leftSection={<Icon of={IconAntenna} size={16} />}
          >
            {t('sources.title')}
          </MenuLink>
        )}
      </RowMenu>
      <Suspense>
        {opened === 'download' && <VesselDownloadDialog vessel={vessel} onClose={close} />}
        {opened === 'model' && <VesselModelDialog vessel={vessel} onClose={close} />}
      </Suspense>
    </>
  )
}
