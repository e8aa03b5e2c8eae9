import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListedCaptain, listCaptains } from '#contract/wire/captain.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import { useUser } from '../../api/user.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import table from '../../tables/DataTable.module.css'
import type { Column } from '../../tables/DataTable.tsx'
import { useDepartmentOptions } from '../../tables/useDepartmentOptions.ts'
import { Avatar } from '../../ui/Avatar.tsx'

export function useCaptainColumns(): readonly Column<ListedCaptain, OrderOf<typeof listCaptains>>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  const { company } = useUser()
  const departments = new Map(useDepartmentOptions().map(({ value, label }) => [value, label]))
  const columns: Column<ListedCaptain, OrderOf<typeof listCaptains>>[] = [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      cell: ({ id, name }) => (
        <span className={table.person}>
          <Avatar name={name} url={null} />
          <Link to="/captains/$captainId" params={{ captainId: id }} className={table.rowLink ?? ''}>
            {name}
          </Link>
        </span>
      ),
    },
    {
      key: 'rank',
      phone: 'end',
      title: t('captains.rank'),
      sort: 'rank',
      cell: ({ rank }) => t(`rank.${rank.title}`),
    },
    {
      key: 'trips',
      title: t('captains.trips'),
      sort: 'trips',
      right: true,
      cell: ({ count }) => formats.number(count.trips),
    },
  ]
  if (company.features.departments) {
    columns.push({
      key: 'department',
      title: t('users.department'),
      cell: ({ department }) => departments.get(department.id) ?? department.name,
    })
  }
  return columns
}
