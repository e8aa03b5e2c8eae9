import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ALERT_TYPES, SEVERITIES } from '#contract/wire/alert.ts'
import { stateOf, WaitingFilter } from '../../alerts/WaitingFilter.tsx'
import { alertListQuery, markAlertsRead } from '../../api/alerts.ts'
import { useUser } from '../../api/user.ts'
import { useVesselChoices } from '../../fleet/useDistinctNames.ts'
import { DateRangePicker } from '../../forms/DateRangePicker.tsx'
import { useVesselNames } from '../../live/vesselNames.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { ChoiceFilter } from '../../tables/ChoiceFilter.tsx'
import { KindFilters } from '../../tables/KindFilters.tsx'
import { ListTable } from '../../tables/ListTable.tsx'
import { choices, daysBetween, listQuery, oneOf } from '../../tables/listQuery.ts'
import { useListAddress } from '../../tables/useListAddress.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useAlertColumns } from './useAlertColumns.tsx'

const PAGE_SIZE = 20
const ORDER = 'trigger_time:desc'

/** All alerts of the fleet; opening the list marks them as read. */
export function AlertsPage() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search, change } = address
  const columns = useAlertColumns()
  const vesselChoices = useVesselChoices(useVessels((states) => states.all()))
  const vesselNames = useVesselNames()
  const alerts = useQuery(
    alertListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...choices({
          type: oneOf(ALERT_TYPES, search.type),
          severity: oneOf(SEVERITIES, search.severity),
          vessel_id: search.vessel,
          ...stateOf(search),
        }),
        ...daysBetween('trigger_time', search),
      ]),
    ),
  )
  const hasUnread = useUser().unread_messages.alert_count > 0
  const loaded = alerts.isSuccess
  useEffect(() => {
    if (loaded && hasUnread) void markAlertsRead()
  }, [loaded, hasUnread])
  return (
    <>
      <ListTable
        title={t('nav.alerts')}
        query={alerts}
        address={address}
        filters={['type', 'severity', 'status', 'vessel', 'from', 'to']}
        pageSize={PAGE_SIZE}
        failed={t('error.alerts')}
        nothing={t('users.nothing')}
        empty={<Notice icon={IconBell} title={t('alerts.none')} hint={t('top.noAlerts')} />}
        tools={
          <>
            <KindFilters types={ALERT_TYPES} address={address} />
            <ChoiceFilter
              label={t('alerts.vessel')}
              name="vessel"
              address={address}
              options={vesselChoices}
              names={vesselNames}
            />
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
