import { Menu } from '@mantine/core'
import {
  IconCalendarTime,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isTopLevel } from '#contract/wire/department.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import {
  type listReportSchedules,
  REPORT_PERIODS,
  type ReportSchedule,
} from '#contract/wire/reportSchedule.ts'
import { useOrganizationTimes } from '../../../api/organizationTimes.ts'
import { scheduleListQuery, updateSchedule } from '../../../api/reportSchedules.ts'
import { departmentsQuery, usePermission, useUser } from '../../../api/user.ts'
import { useSave } from '../../../forms/useSave.ts'
import { ChoiceFilter } from '../../../tables/ChoiceFilter.tsx'
import type { Column } from '../../../tables/DataTable.tsx'
import { ListTable } from '../../../tables/ListTable.tsx'
import { choices, listQuery, oneOf } from '../../../tables/listQuery.ts'
import { RowMenu } from '../../../tables/RowMenu.tsx'
import { useListAddress } from '../../../tables/useListAddress.ts'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { MenuLink } from '../../../ui/MenuLink.tsx'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Missing } from '../../../ui/Quantity.tsx'
import { NoMail } from './NoMail.tsx'
import classes from './scheduled.module.css'

const PAGE_SIZE = 20
const ORDER = 'name:asc'

/** Scheduled reports with their recipients; dialogs to create and edit them open over the list. */
export function ScheduledReportsPage() {
  const allowed = usePermission('department:department-edit')
  return allowed ? <ScheduleList /> : <NoAccess />
}

function ScheduleList() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const columns = useScheduleColumns()
  const schedules = useQuery(
    scheduleListQuery(
      listQuery(
        search,
        { size: PAGE_SIZE, order: ORDER },
        choices({ period: oneOf(REPORT_PERIODS, search.type) }),
      ),
    ),
  )
  const add = (
    <ButtonLink to="/reports/scheduled/new" search leftSection={<Icon of={IconPlus} size={16} />}>
      {t('scheduled.create')}
    </ButtonLink>
  )
  return (
    <>
      <NoMail />
      <ListTable
        title={t('scheduled.title')}
        query={schedules}
        address={address}
        filters={['type']}
        pageSize={PAGE_SIZE}
        failed={t('error.reportSchedules')}
        nothing={t('scheduled.nothing')}
        empty={
          <Notice icon={IconCalendarTime} title={t('scheduled.none')} hint={t('scheduled.noneHint')}>
            {add}
          </Notice>
        }
        action={add}
        always={
          <ButtonLink
            to="/reports/scheduled/log"
            variant="default"
            leftSection={<Icon of={IconHistory} size={16} />}
          >
            {t('scheduled.log')}
          </ButtonLink>
        }
        tools={
          <ChoiceFilter
            label={t('scheduled.period')}
            name="type"
            address={address}
            options={REPORT_PERIODS.map((value) => ({ value, label: t(`scheduled.periods.${value}`) }))}
          />
        }
        columns={columns}
        order={ORDER}
        menu={(row) => <ScheduleMenu row={row} />}
      />
      <Outlet />
    </>
  )
}

function useScheduleColumns(): readonly Column<ReportSchedule, OrderOf<typeof listReportSchedules>>[] {
  const { t } = useTranslation()
  const times = useOrganizationTimes()
  const { company } = useUser()
  const { data: departments } = useQuery(departmentsQuery)
  const top = departments?.data.find(isTopLevel)?.id
  return [
    {
      key: 'name',
      phone: 'lead',
      title: t('common.name'),
      sort: 'name',
      cell: ({ name, department }) => (
        <span className={classes.two}>
          {name}
          <span className={classes.quiet}>{department.id === top ? company.name : department.name}</span>
        </span>
      ),
    },
    { key: 'period', title: t('scheduled.period'), cell: ({ period }) => t(`scheduled.periods.${period}`) },
    {
      key: 'recipients',
      phone: 'line',
      title: t('scheduled.recipients'),
      cell: ({ recipients }) => <Recipients all={recipients} />,
    },
    {
      key: 'next',
      title: t('scheduled.next'),
      cell: ({ next_at }) =>
        next_at ? (
          <span className={classes.two}>
            {times.dateTime(Date.parse(next_at))}
            <span className={classes.quiet}>{times.zone}</span>
          </span>
        ) : (
          <span>{t('scheduled.paused')}</span>
        ),
    },
    {
      key: 'last',
      title: t('scheduled.last'),
      cell: ({ last }) =>
        last ? (
          <span className={classes.two}>
            <span className={last.state === 'dead' || last.state === 'failed' ? classes.failed : ''}>
              {t(`scheduled.states.${last.state}`)}
            </span>
            <span className={classes.quiet}>{`${times.dateTime(Date.parse(last.at))} ${times.zone}`}</span>
          </span>
        ) : (
          <Missing />
        ),
    },
  ]
}

/** Number of recipients shown by name. */
const SHOWN = 3

/** First recipients by name and the number of others, with a note on recipients who get nothing any more. */
function Recipients({ all }: { all: ReportSchedule['recipients'] }) {
  const { t } = useTranslation()
  const lost = all.filter(({ may }) => !may).length
  const names = all.slice(0, SHOWN).map(({ name }) => name)
  const more = all.length - names.length
  return (
    <span className={classes.two}>
      <span>
        {names.join(', ')}
        {more > 0 && ` +${more}`}
        {all.length === 0 && <span className={classes.failed}>{t('scheduled.nobody')}</span>}
      </span>
      {lost > 0 && <span className={classes.failed}>{t('scheduled.lost', { count: lost })}</span>}
    </span>
  )
}

function ScheduleMenu({ row }: { row: ReportSchedule }) {
  const { t } = useTranslation()
  const { id, name, period, department, recipients, enabled } = row
  const mayEdit = usePermission('department:department-edit', department.id)
  const readers = recipients.filter(({ may }) => may)
  const toggle = useSave({
    save: () =>
      updateSchedule(id, {
        ...{ name, period, department_id: department.id, enabled: !enabled },
        user_ids: readers.map((one) => one.id),
      }),
    success: enabled ? 'scheduled.pausedNow' : 'scheduled.resumedNow',
    failure: 'scheduled.updateFailed',
    affects: ['reportSchedules'],
  })
  if (!mayEdit) return null
  return (
    <RowMenu label={t('common.actionsFor', { name })}>
      <MenuLink
        to="/reports/scheduled/$id/edit"
        params={{ id }}
        search
        leftSection={<Icon of={IconPencil} size={16} />}
      >
        {t('common.edit')}
      </MenuLink>
      {readers.length > 0 && (
        <Menu.Item
          leftSection={<Icon of={enabled ? IconPlayerPause : IconPlayerPlay} size={16} />}
          disabled={toggle.isPending}
          onClick={() => toggle.mutate(undefined)}
        >
          {t(enabled ? 'scheduled.pause' : 'scheduled.resume')}
        </Menu.Item>
      )}
      <MenuLink
        to="/reports/scheduled/$id/delete"
        params={{ id }}
        search
        color="var(--tf-sev-critical)"
        leftSection={<Icon of={IconTrash} size={16} />}
      >
        {t('common.delete')}
      </MenuLink>
    </RowMenu>
  )
}
