import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TASK_STATES } from '#contract/domain/maintenanceDue.ts'
import { tasksQuery } from '../api/maintenance.ts'
import { ChoiceFilter } from '../tables/ChoiceFilter.tsx'
import { ListTable } from '../tables/ListTable.tsx'
import { choices, listQuery, oneOf } from '../tables/listQuery.ts'
import { useListAddress } from '../tables/useListAddress.ts'
import { Notice } from '../ui/Notice.tsx'
import { TaskMenu } from './TaskMenu.tsx'
import { useTaskColumns } from './useTaskColumns.tsx'

const PAGE_SIZE = 20
const ORDER = 'due_at:asc'

interface Props {
  title: string
  /** Tasks of one vessel; without it, of the fleet. */
  vesselId?: string
  always?: ReactNode
  action?: ReactNode
}

/** Tasks by when they are due. */
export function TaskList({ title, vesselId, always, action }: Props) {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const columns = useTaskColumns(vesselId === undefined)
  const tasks = useQuery(
    tasksQuery(
      listQuery(
        search,
        { size: PAGE_SIZE, order: ORDER },
        choices({ vessel_id: vesselId, state: oneOf(TASK_STATES, search.status) }),
      ),
    ),
  )
  return (
    <ListTable
      title={title}
      query={tasks}
      address={address}
      filters={['status']}
      pageSize={PAGE_SIZE}
      nested={vesselId !== undefined}
      failed={t('maintenance.failed')}
      nothing={t('maintenance.nothing')}
      empty={
        <Notice icon={IconTool} title={t('maintenance.none')} hint={t('maintenance.noneHint')}>
          {action}
        </Notice>
      }
      action={action}
      always={always}
      tools={
        <ChoiceFilter
          label={t('maintenance.state')}
          name="status"
          address={address}
          options={TASK_STATES.map((value) => ({ value, label: t(`maintenance.states.${value}`) }))}
        />
      }
      columns={columns}
      order={ORDER}
      menu={(task) => <TaskMenu task={task} />}
    />
  )
}
