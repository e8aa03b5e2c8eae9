import { Menu, Switch } from '@mantine/core'
import { IconLockOpen, IconMail, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ROLE_IDS } from '#contract/domain/permissions.ts'
import type { ListedUser } from '#contract/wire/user.ts'
import { setupQuery } from '../../api/setup.ts'
import { useUser } from '../../api/user.ts'
import { endPairingLock, renewInvitation, usersQuery } from '../../api/users.ts'
import { useSave } from '../../forms/useSave.ts'
import { ListTable } from '../../tables/ListTable.tsx'
import { choices, listQuery, nameContains, oneOf } from '../../tables/listQuery.ts'
import { ManageMenu } from '../../tables/ManageMenu.tsx'
import { PlaceFilters } from '../../tables/PlaceFilters.tsx'
import { RowMenu } from '../../tables/RowMenu.tsx'
import { SearchField } from '../../tables/SearchField.tsx'
import { useListAddress } from '../../tables/useListAddress.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { InvitationLink } from './InvitationLink.tsx'
import { mayManage } from './mayManage.ts'
import { useUserColumns } from './useUserColumns.tsx'

const PAGE_SIZE = 20
const ORDER = 'name:asc'

/** Invited person, with the address of the page for choosing a password. */
interface Invited {
  name: string
  path: string
}

/** All users of the organization; dialogs open over the list. */
export function UsersPage() {
  const { t } = useTranslation()
  const me = useUser()
  const address = useListAddress()
  const { search, change } = address
  const columns = useUserColumns()
  const [invited, setInvited] = useState<Invited | null>(null)
  // Super users are hidden by default, and visible only to super users.
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
  // A list that holds only super users must offer the switch, or the others stay unreachable.
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
        menu={(user) => <UserRowMenu user={user} onInvited={setInvited} />}
      />
      {invited && <InvitationLink {...invited} isRenewed onClose={() => setInvited(null)} />}
      <Outlet />
    </>
  )
}

function UserRowMenu({ user, onInvited }: { user: ListedUser; onInvited: (invited: Invited) => void }) {
  const { t } = useTranslation()
  const me = useUser()
  const mayEdit = mayManage(me, 'user:user-edit', user)
  const mayDelete = mayManage(me, 'user:user-delete', user)
  const { data: setup } = useQuery(setupQuery)
  const invite = useSave({
    save: () => renewInvitation(user.id),
    success: ({ invitation_path }) => (invitation_path ? null : 'settings.emailSent'),
    failure: setup?.mail ? 'settings.emailFailed' : 'users.newLinkFailed',
    refusals: { conflict: 'users.hasSignedIn' },
    affects: ['users'],
    onSaved: ({ invitation_path: path }) => path && onInvited({ name: user.name, path }),
  })
  const endLock = useSave({
    save: () => endPairingLock(user.id),
    success: 'users.pairingLockEnded',
    failure: 'users.pairingLockEndFailed',
    refusals: { too_many: 'users.pairingLocksEnded' },
    affects: ['users'],
  })
  const lockItem = user.pairing_locked_until && mayEdit && (
    <Menu.Item leftSection={<Icon of={IconLockOpen} size={16} />} onClick={() => endLock.mutate(undefined)}>
      {t('users.endPairingLock')}
    </Menu.Item>
  )
  if (user.id === me.id)
    return lockItem ? <RowMenu label={t('common.actionsFor', { name: user.name })}>{lockItem}</RowMenu> : null
  return (
    <ManageMenu of="/users" row={user} mayEdit={mayEdit} mayDelete={mayDelete}>
      {lockItem}
      {setup && mayEdit && user.last_login === null && (
        <Menu.Item leftSection={<Icon of={IconMail} size={16} />} onClick={() => invite.mutate(undefined)}>
          {t(setup.mail ? 'users.inviteAgain' : 'users.newLink')}
        </Menu.Item>
      )}
    </ManageMenu>
  )
}
