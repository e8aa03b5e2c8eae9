import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/user.ts'
import { RowMenu } from '../../tables/RowMenu.tsx'
import { Icon } from '../../ui/Icon.tsx'

const VesselDownloadDialog = lazy(() =>
  import('../../downloads/VesselDownloadDialog.tsx').then((loaded) => ({
    default: loaded.VesselDownloadDialog,
  })),
)

/** What can be done with a vessel of the list. */
export function VesselMenu({ vessel }: { vessel: { id: string; name: string } }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  if (!usePermission('vessel:trip-view', vessel.id)) return null
  return (
    <>
      <RowMenu label={t('common.actionsFor', { name: vessel.name })}>
        <Menu.Item leftSection={<Icon of={IconDownload} size={16} />} onClick={() => setOpened(true)}>
          {t('download.title')}
        </Menu.Item>
      </RowMenu>
      <Suspense>
        {opened && <VesselDownloadDialog vessel={vessel} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  )
}
