import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Alert, listAlerts } from '#contract/alert.ts'
import type { OrderOf } from '#contract/list.ts'
import { AlertState } from '../../alerts/AlertState.tsx'
import { AlertWords } from '../../alerts/AlertWords.tsx'
import { severityColumn } from '../../alerts/severityColumn.tsx'
import { useUser } from '../../api/user.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import table from '../../tables/DataTable.module.css'
import type { Column } from '../../tables/DataTable.tsx'

export function useAlertColumns(): readonly Column<Alert, OrderOf<typeof listAlerts>>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  const { company } = useUser()
  const columns: Column<Alert, OrderOf<typeof listAlerts>>[] = [
    {
      key: 'trigger_time',
      phone: 'end',
      title: t('alerts.triggeredAt'),
      sort: 'trigger_time',
      cell: (alert) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {formats.dateTimeSeconds(Date.parse(alert.trigger_time))}
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
