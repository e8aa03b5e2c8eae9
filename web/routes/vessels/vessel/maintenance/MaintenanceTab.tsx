import { Button } from '@mantine/core'
import { IconBook2, IconEngine, IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enginesQuery } from '../../../../api/maintenance.ts'
import { usePermission } from '../../../../api/user.ts'
import { AddEngineDialog } from '../../../../maintenance/AddEngineDialog.tsx'
import { EngineCards } from '../../../../maintenance/EngineCards.tsx'
import { TaskDialog } from '../../../../maintenance/TaskDialog.tsx'
import { TaskList } from '../../../../maintenance/TaskList.tsx'
import { TemplateDialog } from '../../../../maintenance/TemplateDialog.tsx'
import { ButtonLink } from '../../../../ui/ButtonLink.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { LoadFailed } from '../../../../ui/LoadFailed.tsx'
import { NoAccess } from '../../../../ui/NoAccess.tsx'
import { Waiting } from '../../../../ui/Waiting.tsx'
import { useOpenVessel } from '../openVessel.ts'

/** Engines of the vessel with their hours, and the work that she needs. */
export function MaintenanceTab() {
  const { id } = useOpenVessel()
  return usePermission('vessel:maintenance-view', id) ? <Maintenance vesselId={id} /> : <NoAccess />
}

function Maintenance({ vesselId }: { vesselId: string }) {
  const { t } = useTranslation()
  const mayEdit = usePermission('vessel:maintenance-edit', vesselId)
  const engines = useQuery(enginesQuery(vesselId))
  const [open, setOpen] = useState<'task' | 'template' | 'engine' | null>(null)
  const close = () => setOpen(null)
  if (!engines.data)
    return engines.error ? (
      <LoadFailed sentence={t('maintenance.failed')} error={engines.error} onRetry={engines.refetch} />
    ) : (
      <Waiting />
    )
  const present = engines.data.filter(({ removed_at }) => removed_at === null)
  const button = (icon: typeof IconPlus, words: string, what: typeof open) => (
    <Button variant="default" leftSection={<Icon of={icon} size={16} />} onClick={() => setOpen(what)}>
      {words}
    </Button>
  )
  return (
    <>
      {engines.data.length > 0 && <EngineCards engines={engines.data} mayEdit={mayEdit} />}
      <TaskList
        title={t('maintenance.tasks')}
        vesselId={vesselId}
        always={
          <>
            <ButtonLink
              to="/vessels/$vesselId/service-book"
              params={{ vesselId }}
              variant="default"
              leftSection={<Icon of={IconBook2} size={16} />}
            >
              {t('maintenance.book')}
            </ButtonLink>
            {mayEdit && button(IconEngine, t('maintenance.addEngine'), 'engine')}
            {mayEdit && button(IconListCheck, t('maintenance.fromTemplate'), 'template')}
          </>
        }
        action={
          mayEdit && (
            <Button leftSection={<Icon of={IconPlus} size={16} />} onClick={() => setOpen('task')}>
              {t('maintenance.add')}
            </Button>
          )
        }
      />
      {open === 'task' && <TaskDialog vesselId={vesselId} engines={present} task={null} onClose={close} />}
      {open === 'template' && <TemplateDialog vesselId={vesselId} engines={present} onClose={close} />}
      {open === 'engine' && (
        <AddEngineDialog
          vesselId={vesselId}
          taken={present.map(({ instance }) => instance)}
          onClose={close}
        />
      )}
    </>
  )
}
