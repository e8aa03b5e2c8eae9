import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isTopLevel } from '#contract/wire/department.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import type { ListedUser, listUsers } from '#contract/wire/user.ts'
import { useUser } from '../../api/user.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import table from '../../tables/DataTable.module.css'
import type { Column } from '../../tables/DataTable.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { RoleBadge } from '../../ui/RoleBadge.tsx'

export function useUserColumns(): readonly Column<ListedUser, OrderOf<typeof listUsers>>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  const me = useUser()
  const columns: Column<ListedUser, OrderOf<typeof listUsers>>[] = [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      cell: (user) => (
        <span className={table.person}>
          <Avatar name={user.name} url={user.profile_picture_url} />
          <span>
            <Link to="/users/$id" params={{ id: user.id }} search className={table.rowLink ?? ''}>
              {user.name}
            </Link>{' '}
            {user.id === me.id && <span className={table.aside}>{t('users.you')}</span>}
            {user.pairing_locked_until && (
              <span className={table.aside}>
                {t('users.pairingLockedUntil', { time: formats.time(Date.parse(user.pairing_locked_until)) })}
              </span>
            )}
          </span>
        </span>
      ),
    },
    {
      key: 'role',
      phone: 'line',
      title: t('users.role'),
      sort: 'role',
      cell: (user) => <RoleBadge role={user.role_id} />,
    },
    { key: 'email', title: t('users.email'), sort: 'email', cell: (user) => user.email },
  ]
  if (me.company.features.departments) {
    columns.push({
      key: 'department',
      title: t('users.department'),
      cell: (user) =>
        [user.department, ...user.memberships.map(({ department }) => department)]
          .map((department) => (isTopLevel(department) ? me.company.name : department.name))
          .join(', '),
    })
  }
  return columns
}
