import { Switch } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ROLE_IDS } from '#contract/permissions.ts'
import type { ListedUser } from '#contract/user.ts'
import { useUser } from '../../api/user.ts'
import { usersQuery } from '../../api/users.ts'
import { ListTable } from '../../tables/ListTable.tsx'
import { choices, listQuery, nameContains, oneOf } from '../../tables/listQuery.ts'
import { ManageMenu } from '../../tables/ManageMenu.tsx'
import { PlaceFilters } from '../../tables/PlaceFilters.tsx'
import { SearchField } from '../../tables/SearchField.tsx'
import { useListAddress } from '../../tables/useListAddress.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { mayManage } from './mayManage.ts'
import { useUserColumns } from './useUserColumns.tsx'

const PAGE_SIZE = 20
const ORDER = 'name:asc'

/** Everybody who may sign in to the organization; its dialogs open over it. */
export function UsersPage() {
  const { t } = useTranslation()
  const me = useUser()
  const address = useListAddress()
  const { search, change } = address
  const columns = useUserColumns()
  // Only super users know of super users, and even they rarely care to see them.
  const hideSupers = me.auth_role === 'super' && !search.supers
  const users = useQuery(
    usersQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...nameContains(search.q),
        ...choices({
          role_id: oneOf(ROLE_IDS, search.role),
          department_id: search.department,
          auth_role: hideSupers ? ('user' as const) : undefined,
        }),
      ]),
    ),
  )
  const add = (
    <Gate permission="department:user-create">
      <ButtonLink to="/users/new" search leftSection={<Icon of={IconPlus} size={16} />}>
        {t('users.add')}
      </ButtonLink>
    </Gate>
  )
  // Who is alone with super users would else never find the others.
  const supers = (
    <Gate superOnly>
      <Switch
        label={t('users.showSupers')}
        checked={search.supers ?? false}
        onChange={(event) => change({ supers: event.currentTarget.checked || undefined })}
      />
    </Gate>
  )
  return (
    <>
      <ListTable
        title={t('users.title')}
        query={users}
        address={address}
        filters={['q', 'role', 'department']}
        pageSize={PAGE_SIZE}
        failed={t('error.users')}
        nothing={t('users.nothing')}
        empty={
          <Notice icon={IconUsers} title={t('users.none')} hint={t('users.noneHint')}>
            {add}
            {supers}
          </Notice>
        }
        action={add}
        tools={
          <>
            {supers}
            <SearchField label={t('users.search')} address={address} />
            <PlaceFilters address={address} roles={ROLE_IDS} />
          </>
        }
        columns={columns}
        order={ORDER}
        menu={(user) => <UserRowMenu user={user} />}
      />
      <Outlet />
    </>
  )
}

function UserRowMenu({ user }: { user: ListedUser }) {
  const me = useUser()
  const mayEdit = mayManage(me, 'user:user-edit', user)
  const mayDelete = mayManage(me, 'user:user-delete', user)
  return user.id === me.id ? null : (
    <ManageMenu of="/users" row={user} mayEdit={mayEdit} mayDelete={mayDelete} />
  )
}
