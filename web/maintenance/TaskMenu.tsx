import { Menu } from '@mantine/core'
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MaintenanceTask } from '#contract/wire/maintenance.ts'
import { deleteTask, enginesQuery } from '../api/maintenance.ts'
import { usePermission } from '../api/user.ts'
import { DeleteDialog } from '../forms/DeleteDialog.tsx'
import { useSave } from '../forms/useSave.ts'
import { RowMenu } from '../tables/RowMenu.tsx'
import { Icon } from '../ui/Icon.tsx'
import { DoneDialog } from './DoneDialog.tsx'
import { TaskDialog } from './TaskDialog.tsx'

/** Actions on a task, for users who may edit the maintenance of its vessel. */
export function TaskMenu({ task }: { task: MaintenanceTask }) {
  const { t } = useTranslation()
  const mayEdit = usePermission('vessel:maintenance-edit', task.vessel.id)
  const [open, setOpen] = useState<'done' | 'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  if (!mayEdit) return null
  return (
    <>
      <RowMenu label={t('common.actionsFor', { name: task.title })}>
        <Menu.Item leftSection={<Icon of={IconCheck} size={16} />} onClick={() => setOpen('done')}>
          {t('maintenance.done')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon of={IconPencil} size={16} />} onClick={() => setOpen('edit')}>
          {t('common.edit')}
        </Menu.Item>
        <Menu.Item
          color="var(--tf-sev-critical)"
          leftSection={<Icon of={IconTrash} size={16} />}
          onClick={() => setOpen('delete')}
        >
          {t('common.delete')}
        </Menu.Item>
      </RowMenu>
      {open === 'done' && <DoneDialog task={task} onClose={close} />}
      {open === 'edit' && <EditTask task={task} onClose={close} />}
      {open === 'delete' && <DeleteTask task={task} onClose={close} />}
    </>
  )
}

function EditTask({ task, onClose }: { task: MaintenanceTask; onClose: () => void }) {
  const { data } = useQuery(enginesQuery(task.vessel.id))
  if (!data) return null
  const engines = data.filter(({ id, removed_at }) => removed_at === null || id === task.engine?.id)
  return <TaskDialog vesselId={task.vessel.id} engines={engines} task={task} onClose={onClose} />
}

function DeleteTask({ task, onClose }: { task: MaintenanceTask; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useSave({
    save: () => deleteTask(task.id),
    success: 'maintenance.deleted',
    failure: 'maintenance.saveFailed',
    affects: ['maintenance'],
    onSaved: onClose,
  })
  return (
    <DeleteDialog
      action={t('maintenance.delete')}
      consequence={t('maintenance.deleteMeans', { title: task.title })}
      pending={save.isPending}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    />
  )
}
