import { Menu } from '@mantine/core'
import {
  IconAnchorOff,
  IconArrowMerge,
  IconArrowsSplit,
  IconCut,
  IconDownload,
  IconHistory,
  IconPrinter,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { usePermission } from '../api/user.ts'
import { type ActionHere, useActionsHere } from '../keys/actionsHere.ts'
import { lazyPart } from '../loading/parts.ts'
import { Icon } from '../ui/Icon.tsx'

const DeleteTripDialog = lazyPart(() =>
  import('./DeleteTripDialog.tsx').then((loaded) => loaded.DeleteTripDialog),
)
const DownloadDialog = lazyPart(() =>
  import('../downloads/DownloadDialog.tsx').then((loaded) => loaded.DownloadDialog),
)
const ShareDialog = lazyPart(() => import('./ShareDialog.tsx').then((loaded) => loaded.ShareDialog))
const SplitDialog = lazyPart(() =>
  import('./corrections/SplitDialog.tsx').then((loaded) => loaded.SplitDialog),
)
const MergeDialog = lazyPart(() =>
  import('./corrections/MergeDialog.tsx').then((loaded) => loaded.MergeDialog),
)
const TrimDialog = lazyPart(() => import('./corrections/TrimDialog.tsx').then((loaded) => loaded.TrimDialog))
const AshoreDialog = lazyPart(() =>
  import('./corrections/AshoreDialog.tsx').then((loaded) => loaded.AshoreDialog),
)
const CorrectionsDialog = lazyPart(() =>
  import('./corrections/CorrectionsDialog.tsx').then((loaded) => loaded.CorrectionsDialog),
)

const CORRECTIONS = [
  { name: 'split', title: 'trip.split.title', icon: IconArrowsSplit, Dialog: SplitDialog },
  { name: 'merge', title: 'trip.merge.title', icon: IconArrowMerge, Dialog: MergeDialog },
  { name: 'trim', title: 'trip.trim.title', icon: IconCut, Dialog: TrimDialog },
  { name: 'ashore', title: 'trip.sea.setAshore', icon: IconAnchorOff, Dialog: AshoreDialog },
  { name: 'corrections', title: 'trip.corrections.title', icon: IconHistory, Dialog: CorrectionsDialog },
] as const

interface Props {
  trip: Trip
  /** Button that opens the menu. */
  children: ReactNode
  /** Further items at the top of the menu. */
  top?: ReactNode
  /** True where the page shows this trip: the palette and single keys then offer the commonest actions. */
  inView?: boolean
  onDeleted?: () => Promise<void>
  /** Prints the trip, where printing is offered. */
  onPrint?: () => void
}

/** Menu of a trip, with the actions that the user may take. */
export function TripMenu({ trip, children, top, inView = false, onDeleted, onPrint }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<
    'download' | 'share' | 'delete' | (typeof CORRECTIONS)[number]['name'] | null
  >(null)
  const mayDownload = usePermission('vessel:trip-view', trip.vessel_id)
  const mayCorrect = usePermission('vessel:trip-edit', trip.vessel_id)
  const mayDelete = usePermission('vessel:trip-delete', trip.vessel_id)
  const close = () => setOpened(null)
  const actions: (ActionHere | false)[] = [
    mayDownload && {
      ...{ id: 'download', label: t('download.title'), icon: IconDownload, key: 'D' },
      run: () => setOpened('download'),
    },
    mayCorrect && {
      ...{ id: 'split', label: t('trip.split.title'), icon: IconArrowsSplit, key: 'S' },
      run: () => setOpened('split'),
    },
  ]
  useActionsHere('trip', inView ? actions.filter((one) => one !== false) : [])
  const correction = CORRECTIONS.find(({ name }) => name === opened)
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown>
          {top}
          {mayDownload && (
            <Menu.Item
              leftSection={<Icon of={IconDownload} size={16} />}
              onClick={() => setOpened('download')}
            >
              {t('download.title')}
            </Menu.Item>
          )}
          {onPrint && (
            <Menu.Item leftSection={<Icon of={IconPrinter} size={16} />} onClick={onPrint}>
              {t('print.print')}
            </Menu.Item>
          )}
          {mayCorrect && (
            <>
              <Menu.Item leftSection={<Icon of={IconShare} size={16} />} onClick={() => setOpened('share')}>
                {t('share.menu')}
              </Menu.Item>
              <Menu.Divider />
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu */}
              <div role="group" aria-label={t('trip.correct')}>
                <Menu.Label aria-hidden="true">{t('trip.correct')}</Menu.Label>
                {CORRECTIONS.map(({ name, title, icon }) => (
                  <Menu.Item
                    key={name}
                    leftSection={<Icon of={icon} size={16} />}
                    onClick={() => setOpened(name)}
                  >
                    {t(title)}
                  </Menu.Item>
                ))}
              </div>
            </>
          )}
          {mayDelete && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="var(--tf-sev-critical)"
                leftSection={<Icon of={IconTrash} size={16} />}
                onClick={() => setOpened('delete')}
              >
                {t('common.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {opened === 'download' && <DownloadDialog trip={trip} onClose={close} />}
        {opened === 'share' && <ShareDialog trip={trip} onClose={close} />}
        {opened === 'delete' && <DeleteTripDialog trip={trip} onDeleted={onDeleted} onClose={close} />}
        {correction && <correction.Dialog trip={trip} onClose={close} />}
      </Suspense>
    </>
  )
}
