import { Menu } from '@mantine/core'
import {
  IconAntenna,
  IconCube3dSphere,
  IconDotsVertical,
  IconDownload,
  IconFileUpload,
  IconLinkPlus,
  IconMap,
  IconNotebook,
  IconPencil,
  IconPlugConnected,
  IconShieldCheck,
  IconSteeringWheel,
  IconTrash,
  IconUnlink,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/user.ts'
import { type ActionHere, useActionsHere } from '../../keys/actionsHere.ts'
import { useVessel } from '../../live/vesselStates.ts'
import { lazyPart } from '../../loading/parts.ts'
import { LazyGuardDialog } from '../../rules/LazyGuardDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { MenuLink } from '../../ui/MenuLink.tsx'

const VesselDownloadDialog = lazyPart(() =>
  import('../../downloads/VesselDownloadDialog.tsx').then((loaded) => loaded.VesselDownloadDialog),
)
const VesselModelDialog = lazyPart(() =>
  import('../../replay/VesselModelDialog.tsx').then((loaded) => loaded.VesselModelDialog),
)

interface Props {
  vessel: { id: string; name: string }
  /** Button that opens the menu; by default that of a table row. */
  children?: ReactNode
  /** True to include links to map and helm, where no other buttons lead there. */
  withViews?: boolean
  /** True where the page shows this vessel: the palette and single keys then offer the commonest actions. */
  inView?: boolean
}

/** Actions on a vessel, each shown to users with its permission. */
export function VesselMenu({ vessel, children, withViews = false, inView = false }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'download' | 'model' | 'guard' | null>(null)
  const mayDownload = usePermission('vessel:trip-view', vessel.id)
  const mayEdit = usePermission('vessel:vessel-edit', vessel.id)
  const mayView = usePermission('vessel:vessel-view', vessel.id)
  const mayPair = usePermission('vessel:vessel-pair-device', vessel.id)
  const mayFence = usePermission('department:geofence-create', vessel.id)
  const mayRule = usePermission('department:rule-create', vessel.id)
  const status = useVessel(vessel.id)?.status
  const mayDelete = usePermission('vessel:vessel-delete', vessel.id)
  const navigate = useNavigate()
  const params = { vesselId: vessel.id }
  const actions: (ActionHere | false)[] = [
    {
      ...{ id: 'helm', label: t('helm.view'), icon: IconSteeringWheel, key: 'H' },
      run: () => void navigate({ to: '/vessels/$vesselId/helm', params }),
    },
    mayEdit && {
      ...{ id: 'edit', label: t('common.edit'), icon: IconPencil, key: 'E' },
      run: () => void navigate({ to: '/vessels/$vesselId/edit', params }),
    },
    mayPair && {
      ...{ id: 'pair', label: t('pairing.menu'), icon: IconLinkPlus },
      run: () => void navigate({ to: '/vessels/$vesselId/pair', params }),
    },
    mayPair && {
      ...{ id: 'connect', label: t('pairing.menuConnect'), icon: IconPlugConnected, key: 'C' },
      run: () => void navigate({ to: '/vessels/$vesselId/connect', params }),
    },
    mayDownload && {
      ...{ id: 'download', label: t('download.title'), icon: IconDownload, key: 'D' },
      run: () => setOpened('download'),
    },
  ]
  useActionsHere('vessel', inView ? actions.filter((one) => one !== false) : [])
  if (!mayDownload && !mayEdit && !mayView && !mayDelete) return null
  const close = () => setOpened(null)
  return (
    <>
      <Menu position="bottom-end" width={184}>
        <Menu.Target>
          {children ?? (
            <IconButton icon={IconDotsVertical} label={t('common.actionsFor', { name: vessel.name })} />
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {withViews && (
            <>
              <MenuLink
                to="/map"
                search={{ vessel: vessel.id }}
                leftSection={<Icon of={IconMap} size={16} />}
              >
                {t('vessel.mapView')}
              </MenuLink>
              <MenuLink
                to="/vessels/$vesselId/helm"
                params={params}
                leftSection={<Icon of={IconSteeringWheel} size={16} />}
              >
                {t('helm.view')}
              </MenuLink>
            </>
          )}
          {mayEdit && (
            <MenuLink
              to="/vessels/$vesselId/edit"
              params={params}
              leftSection={<Icon of={IconPencil} size={16} />}
            >
              {t('common.edit')}
            </MenuLink>
          )}
          {mayPair && (
            <>
              <MenuLink
                to="/vessels/$vesselId/pair"
                params={params}
                leftSection={<Icon of={IconLinkPlus} size={16} />}
              >
                {t('pairing.menu')}
              </MenuLink>
              <MenuLink
                to="/vessels/$vesselId/connect"
                params={params}
                leftSection={<Icon of={IconPlugConnected} size={16} />}
              >
                {t('pairing.menuConnect')}
              </MenuLink>
              <MenuLink
                to="/vessels/$vesselId/logs"
                params={params}
                leftSection={<Icon of={IconFileUpload} size={16} />}
              >
                {t('logs.menu')}
              </MenuLink>
            </>
          )}
          {mayDownload && (
            <MenuLink
              to="/vessels/$vesselId/logbook"
              params={params}
              leftSection={<Icon of={IconNotebook} size={16} />}
            >
              {t('logbook.title')}
            </MenuLink>
          )}
          {mayDownload && (
            <Menu.Item
              leftSection={<Icon of={IconDownload} size={16} />}
              onClick={() => setOpened('download')}
            >
              {t('download.title')}
            </Menu.Item>
          )}
          {mayFence && mayRule && (
            <Menu.Item
              leftSection={<Icon of={IconShieldCheck} size={16} />}
              onClick={() => setOpened('guard')}
            >
              {t('guard.menu')}
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
              params={params}
              leftSection={<Icon of={IconAntenna} size={16} />}
            >
              {t('sources.title')}
            </MenuLink>
          )}
          {mayPair && status !== undefined && status !== 'unpaired' && (
            <MenuLink
              to="/vessels/$vesselId/unpair"
              params={params}
              leftSection={<Icon of={IconUnlink} size={16} />}
            >
              {t('pairing.menuUnpair')}
            </MenuLink>
          )}
          {mayDelete && (
            <>
              <Menu.Divider />
              <MenuLink
                to="/vessels/$vesselId/delete"
                params={params}
                color="var(--tf-sev-critical)"
                leftSection={<Icon of={IconTrash} size={16} />}
              >
                {t('common.delete')}
              </MenuLink>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {opened === 'download' && <VesselDownloadDialog vessel={vessel} onClose={close} />}
        {opened === 'guard' && <LazyGuardDialog vessel={vessel} onClose={close} />}
        {opened === 'model' && <VesselModelDialog vessel={vessel} onClose={close} />}
      </Suspense>
    </>
  )
}
