import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ALERT_TYPES, type Alert, type listAlerts, SEVERITIES } from '#contract/wire/alert.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import { AlertState } from '../../../../alerts/AlertState.tsx'
import { AlertWords } from '../../../../alerts/AlertWords.tsx'
import { severityColumn } from '../../../../alerts/severityColumn.tsx'
import { useAlertMoment } from '../../../../alerts/useAlertMoment.ts'
import { stateOf, WaitingFilter } from '../../../../alerts/WaitingFilter.tsx'
import { alertListQuery } from '../../../../api/alerts.ts'
import { usePermission } from '../../../../api/user.ts'
import { DateRangePicker } from '../../../../forms/DateRangePicker.tsx'
import table from '../../../../tables/DataTable.module.css'
import type { Column } from '../../../../tables/DataTable.tsx'
import { KindFilters } from '../../../../tables/KindFilters.tsx'
import { ListTable } from '../../../../tables/ListTable.tsx'
import { choices, daysBetween, listQuery, oneOf } from '../../../../tables/listQuery.ts'
import { useListAddress } from '../../../../tables/useListAddress.ts'
import { NoAccess } from '../../../../ui/NoAccess.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { useOpenVessel } from '../openVessel.ts'

const PAGE_SIZE = 20
const ORDER = 'trigger_time:desc'

/** Alerts of the vessel, newest first; a selected alert opens over the list. */
export function AlertsTab() {
  const { t } = useTranslation()
  const momentOf = useAlertMoment()
  const { id: vesselId } = useOpenVessel()
  const allowed = usePermission('vessel:alert-view', vesselId)
  const address = useListAddress()
  const { search, change } = address
  const alerts = useQuery({
    ...alertListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...choices({
          type: oneOf(ALERT_TYPES, search.type),
          severity: oneOf(SEVERITIES, search.severity),
          vessel_id: vesselId,
          ...stateOf(search),
        }),
        ...daysBetween('trigger_time', search),
      ]),
    ),
    enabled: allowed,
  })
  if (!allowed) return <NoAccess />
  const columns: Column<Alert, OrderOf<typeof listAlerts>>[] = [
    {
      key: 'trigger_time',
      phone: 'end',
      title: t('alerts.triggeredAt'),
      sort: 'trigger_time',
      cell: momentOf,
    },
    severityColumn(t),
    {
      key: 'text',
      phone: 'lead',
      title: t('alerts.text'),
      cell: (alert) => (
        <>
          <Link
            className={table.rowLink ?? ''}
            to="/vessels/$vesselId/alerts/$alertId"
            params={{ vesselId, alertId: alert.id }}
            search
            resetScroll={false}
          >
            <AlertWords alert={alert} />
          </Link>
          <AlertState alert={alert} />
        </>
      ),
    },
    { key: 'type', title: t('alerts.type'), cell: ({ type }) => t(`alerts.types.${type}`) },
  ]
  return (
    <>
      <ListTable
        title={t('vessel.tab.alerts')}
        nested
        query={alerts}
        address={address}
        filters={['type', 'severity', 'status', 'from', 'to']}
        pageSize={PAGE_SIZE}
        failed={t('error.alerts')}
        nothing={t('users.nothing')}
        empty={<Notice icon={IconBell} title={t('vessel.alertsNone')} />}
        tools={
          <>
            <KindFilters types={ALERT_TYPES} address={address} />
            <WaitingFilter address={address} />
            <DateRangePicker from={search.from} to={search.to} onChange={change} />
          </>
        }
        columns={columns}
        order={ORDER}
      />
      <Outlet />
    </>
  )
}
