import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/user.ts'
import { deleteUser, userQuery } from '../../api/users.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { mayManage } from './mayManage.ts'

export function DeleteUserDialog() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const me = useUser()
  const navigate = useNavigate()
  const router = useRouter()
  const user = useQuery(userQuery(id))
  const permitted = mayManage(me, 'user:user-delete', user.data)
  const close = () => void navigate({ to: '/users', search: true })
  const remove = useSave({
    save: () => deleteUser(id),
    success: 'users.deleted',
    failure: 'users.deleteFailed',
    affects: ['users', 'departments'],
    onSaved: close,
    onFailed: () => router.history.back(),
  })
  return (
    <LoadedDialog
      title={t('users.delete')}
      query={user}
      notFound={t('users.notFound')}
      failed={t('error.user')}
      allowed={permitted && id !== me.id}
      onClose={close}
    >
      {({ name }) => (
        <DeleteDialog
          action={t('users.delete')}
          consequence={t('users.deleteConsequence', { name })}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
          onClose={close}
        />
      )}
    </LoadedDialog>
  )
}
