import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OrderOf } from '#contract/wire/list.ts'
import { UNANSWERED } from '#contract/wire/message.ts'
import {
  DELIVERY_STATES,
  type listReportDeliveries,
  type ReportDelivery,
} from '#contract/wire/reportSchedule.ts'
import { deliveryListQuery } from '../../../api/reportSchedules.ts'
import { usePermission } from '../../../api/user.ts'
import { DateRangePicker } from '../../../forms/DateRangePicker.tsx'
import { useFormats } from '../../../i18n/useFormats.ts'
import { ChoiceFilter } from '../../../tables/ChoiceFilter.tsx'
import type { Column } from '../../../tables/DataTable.tsx'
import { ListTable } from '../../../tables/ListTable.tsx'
import { choices, daysBetween, listQuery, oneOf } from '../../../tables/listQuery.ts'
import { useListAddress } from '../../../tables/useListAddress.ts'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { NoMail } from './NoMail.tsx'
import classes from './scheduled.module.css'

const PAGE_SIZE = 20
const ORDER = 'created_at:desc'

/** Log of sent reports: recipients, times, failures and their reasons. */
export function ReportLogPage() {
  const allowed = usePermission('department:department-edit')
  return allowed ? <ReportLog /> : <NoAccess />
}

function ReportLog() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search, change } = address
  const columns = useDeliveryColumns()
  const deliveries = useQuery(
    deliveryListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...choices({ state: oneOf(DELIVERY_STATES, search.status) }),
        ...daysBetween('created_at', search),
      ]),
    ),
  )
  return (
    <>
      <NoMail />
      <ListTable
        title={t('scheduled.log')}
        query={deliveries}
        address={address}
        filters={['status', 'from', 'to']}
        pageSize={PAGE_SIZE}
        failed={t('error.reportSchedules')}
        nothing={t('scheduled.logNothing')}
        empty={<Notice icon={IconHistory} title={t('scheduled.logNone')} hint={t('scheduled.logHint')} />}
        tools={
          <>
            <ChoiceFilter
              label={t('scheduled.state')}
              name="status"
              address={address}
              options={DELIVERY_STATES.map((value) => ({ value, label: t(`scheduled.states.${value}`) }))}
            />
            <DateRangePicker from={search.from} to={search.to} onChange={change} />
          </>
        }
        columns={columns}
        order={ORDER}
      />
    </>
  )
}

function useDeliveryColumns(): readonly Column<ReportDelivery, OrderOf<typeof listReportDeliveries>>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  /** Dates in the organization's zone; the formatter must not convert them to another zone. */
  const day = (iso: string) => formats.date(new Date(`${iso}T00:00`).getTime())
  return [
    {
      key: 'when',
      phone: 'end',
      title: t('scheduled.when'),
      sort: 'created_at',
      cell: ({ sent_at, created_at }) => formats.dateTime(Date.parse(sent_at ?? created_at)),
    },
    {
      key: 'to',
      phone: 'lead',
      title: t('scheduled.to'),
      cell: ({ to, email }) => (
        <span className={classes.two}>
          {to}
          <span className={classes.quiet}>{email}</span>
        </span>
      ),
    },
    { key: 'name', phone: 'line', title: t('scheduled.report'), cell: ({ name }) => name },
    {
      key: 'days',
      title: t('scheduled.days'),
      cell: ({ from, until }) => `${day(from)} – ${day(until)}`,
    },
    {
      key: 'state',
      phone: 'line',
      title: t('scheduled.state'),
      cell: ({ state, attempts, maybe_twice, next_at, last_error }) => (
        <span className={classes.two}>
          <span>
            {t(`scheduled.states.${state}`)}
            {attempts > 1 && ` · ${t('messages.attempts', { count: attempts })}`}
            {maybe_twice && ` · ${t('messages.maybeTwice')}`}
            {state === 'failed' && next_at && ` · ${formats.dateTime(Date.parse(next_at))}`}
          </span>
          {last_error && (
            <span className={classes.error}>
              {last_error === UNANSWERED ? t('messages.unanswered') : last_error}
            </span>
          )}
        </span>
      ),
    },
  ]
}
