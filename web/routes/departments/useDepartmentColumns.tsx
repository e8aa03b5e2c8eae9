import { useTranslation } from 'react-i18next'
import { type CountedDepartment, isTopLevel, type listDepartments } from '#contract/wire/department.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import { useUser } from '../../api/user.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import table from '../../tables/DataTable.module.css'
import type { Column } from '../../tables/DataTable.tsx'
import { Place } from '../../tables/Place.tsx'
import { Missing } from '../../ui/Quantity.tsx'

const COUNTED = ['users', 'vessels', 'captains', 'trips'] as const

export function useDepartmentColumns(): readonly Column<
  CountedDepartment,
  OrderOf<typeof listDepartments>
>[] {
  const { t } = useTranslation()
  const { company } = useUser()
  const formats = useFormats()
  return [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      cell: (department) =>
        isTopLevel(department) ? (
          <span>
            {company.name} <span className={table.aside}>{t('nav.organization')}</span>
          </span>
        ) : (
          department.name
        ),
    },
    { key: 'contact', title: t('departments.contact'), cell: ({ contact }) => contact || <Missing /> },
    {
      key: 'country',
      phone: 'end',
      title: t('departments.place'),
      sort: 'country',
      cell: (department) => <Place {...department} />,
    },
    ...COUNTED.map((what) => ({
      key: what,
      title: t(`departments.${what}`),
      sort: what,
      right: true,
      cell: ({ count }: CountedDepartment) => formats.number(count[what]),
    })),
  ]
}
