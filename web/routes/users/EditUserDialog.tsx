import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ListedUser, UserEditForm } from '#contract/wire/user.ts'
import { useUser } from '../../api/user.ts'
import { readUserAgain, updateUser, userQuery } from '../../api/users.ts'
import { EditDialog } from '../../forms/EditDialog.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useEdit } from '../../forms/useEdit.ts'
import { mayManage } from './mayManage.ts'
import { UserFields } from './UserFields.tsx'

/** Edits another user. Users who open their own record go to their settings. */
export function EditUserDialog() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const me = useUser()
  const navigate = useNavigate()
  const user = useQuery({ ...userQuery(id), enabled: id !== me.id })
  const allowed = mayManage(me, 'user:user-edit', user.data)
  const close = () => void navigate({ to: '/users', search: true })
  if (id === me.id) return <Navigate to="/settings/personal" replace />
  return (
    <LoadedDialog
      title={t('users.edit')}
      query={user}
      notFound={t('users.notFound')}
      failed={t('error.user')}
      allowed={allowed}
      onClose={close}
    >
      {(loaded) => <EditUser key={loaded.id} user={loaded} onClose={close} />}
    </LoadedDialog>
  )
}

const draftOf = ({ name, phone_number, role_id, department_id, memberships }: ListedUser): UserEditForm => ({
  ...{ name, phone_number, role_id, department_id },
  memberships: memberships.map((one) => ({ department_id: one.department_id, role_id: one.role_id })),
})

function EditUser({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { t } = useTranslation()
  const edit = useEdit({
    schema: UserEditForm,
    stored: draftOf(user),
    readAgain: async () => draftOf(await readUserAgain(user.id)),
    send: (change) =>
      updateUser(user.id, { ...change, ...(change.phone_number === '' && { phone_number: null }) }),
    success: 'users.updated',
    failure: 'users.updateFailed',
    affects: ['users', 'departments'],
    onSaved: onClose,
  })
  return (
    <EditDialog title={t('users.edit')} edit={edit} onClose={onClose}>
      <UserFields form={edit.form} permission="user:user-edit" />
    </EditDialog>
  )
}
