import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ListedUser, UserEditForm } from '#contract/user.ts'
import { useUser } from '../../api/user.ts'
import { updateUser, userQuery } from '../../api/users.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { mayManage } from './mayManage.ts'
import { UserFields } from './UserFields.tsx'

/** Whoever would edit themselves finds what they may change in their settings. */
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

function EditUser({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { t } = useTranslation()
  const { name, phone_number, role_id, department_id } = user
  const memberships = user.memberships.map((one) => ({
    department_id: one.department_id,
    role_id: one.role_id,
  }))
  const form = useForm(UserEditForm, { name, phone_number, role_id, department_id, memberships }, (values) =>
    save.mutate({ ...values, phone_number: values.phone_number || null }),
  )
  const save = useSave({
    save: (body: UserEditForm) => updateUser(user.id, body),
    success: 'users.updated',
    failure: 'users.updateFailed',
    affects: ['users', 'departments'],
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('users.edit')}
      submit={t('common.save')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <UserFields form={form} permission="user:user-edit" />
    </FormDialog>
  )
}
