import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Alert, listAlerts } from '#contract/wire/alert.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import { AlertState } from '../../alerts/AlertState.tsx'
import { AlertWords } from '../../alerts/AlertWords.tsx'
import { severityColumn } from '../../alerts/severityColumn.tsx'
import { useAlertMoment } from '../../alerts/useAlertMoment.ts'
import { useUser } from '../../api/user.ts'
import table from '../../tables/DataTable.module.css'
import type { Column } from '../../tables/DataTable.tsx'

export function useAlertColumns(): readonly Column<Alert, OrderOf<typeof listAlerts>>[] {
  const { t } = useTranslation()
  const momentOf = useAlertMoment()
  const { company } = useUser()
  const columns: Column<Alert, OrderOf<typeof listAlerts>>[] = [
    {
      key: 'trigger_time',
      phone: 'end',
      title: t('alerts.triggeredAt'),
      sort: 'trigger_time',
      cell: (alert) => (
        <span
          style={{
            whiteSpace: alert.facts?.kind === 'geofence' && alert.facts.between ? 'normal' : 'nowrap',
          }}
        >
          {momentOf(alert)}
        </span>
      ),
    },
    severityColumn(t),
    {
      key: 'text',
      phone: 'lead',
      title: t('alerts.text'),
      cell: (alert) => (
        <>
          <Link className={table.rowLink ?? ''} to="/alerts/$alertId" params={{ alertId: alert.id }} search>
            <AlertWords alert={alert} />
          </Link>
          <AlertState alert={alert} />
        </>
      ),
    },
    {
      key: 'vessel',
      title: t('alerts.vessel'),
      cell: ({ vessel }) => (
        <Link className={table.link ?? ''} to="/map" search={{ vessel: vessel.id }}>
          {vessel.name}
        </Link>
      ),
    },
  ]
  if (company.features.departments) {
    columns.push({
      key: 'department',
      title: t('users.department'),
      cell: ({ vessel }) => vessel.department.name,
    })
  }
  return columns
}
