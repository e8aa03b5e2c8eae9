import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { useLogDrops } from '../../logs/useLogDrops.ts'
import table from '../../tables/DataTable.module.css'
import { type Column, DataTable } from '../../tables/DataTable.tsx'
import { useDepartmentOptions } from '../../tables/useDepartmentOptions.ts'
import { Ago } from '../../ui/Ago.tsx'
import { LiveValue } from '../../ui/LiveValue.tsx'
import { Missing } from '../../ui/Quantity.tsx'
import { Sog } from '../../ui/Sog.tsx'
import { StatusPill } from '../../ui/StatusPill.tsx'
import { VesselMenu } from './VesselMenu.tsx'

export function VesselTable({ vessels, compact }: { vessels: readonly MapVessel[]; compact: boolean }) {
  const { t } = useTranslation()
  const departments = new Map(useDepartmentOptions().map(({ value, label }) => [value, label]))
  const columns: Column<MapVessel>[] = [
    {
      key: 'name',
      title: t('common.name'),
      cell: ({ id, name }) => (
        <Link to="/vessels/$vesselId" params={{ vesselId: id }} className={table.rowLink ?? ''}>
          {name}
        </Link>
      ),
    },
    {
      key: 'status',
      title: t('vessels.status'),
      cell: ({ status }) => <StatusPill status={status} plain={compact} />,
    },
  ]
  if (departments.size > 1) {
    columns.push({
      key: 'department',
      title: t('users.department'),
      cell: ({ department_id }) => departments.get(department_id) ?? <Missing />,
    })
  }
  columns.push(
    {
      key: 'sog',
      phone: 'end',
      title: t('vessels.sog'),
      right: true,
      cell: (vessel) => (
        <LiveValue of={vessel} name="sog">
          <Sog of={vessel} />
        </LiveValue>
      ),
    },
    {
      key: 'updated',
      title: t('vessels.lastUpdated'),
      right: true,
      cell: ({ last_updated }) => (last_updated === null ? <Missing /> : <Ago ms={last_updated} />),
    },
  )
  return (
    <DataTable
      label={t('nav.vessels')}
      columns={columns}
      rows={vessels}
      compact={compact}
      rowProps={useLogDrops()}
      menu={(vessel) => <VesselMenu vessel={vessel} />}
      menuTitle={t('common.actions')}
    />
  )
}
