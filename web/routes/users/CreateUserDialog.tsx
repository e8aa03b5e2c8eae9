import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoleId } from '#contract/domain/permissions.ts'
import { UserForm } from '#contract/wire/user.ts'
import { setupQuery } from '../../api/setup.ts'
import { usePermission } from '../../api/user.ts'
import { createUser } from '../../api/users.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { TextField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { useFirstDepartment } from '../../tables/useDepartmentOptions.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { InvitationLink } from './InvitationLink.tsx'
import { UserFields } from './UserFields.tsx'

export function CreateUserDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/users', search: true })
  const { data: setup } = useQuery(setupQuery)
  const [invited, setInvited] = useState<{ name: string; path: string } | null>(null)
  const allowed = usePermission('department:user-create')
  const department_id = useFirstDepartment('department:user-create')
  const form = useForm(
    UserForm,
    {
      ...{ name: '', email: '', phone_number: '', role_id: '' as RoleId },
      ...{ department_id, memberships: [] },
    },
    (values) => save.mutate({ ...values, phone_number: values.phone_number || null }),
  )
  const save = useSave({
    save: createUser,
    // On a phone the message would cover the link.
    success: ({ invitation_path }) => (invitation_path ? null : 'users.created'),
    failure: 'users.createFailed',
    atField: [
      { code: 'EMAIL_ALREADY_IN_USE_AT_COMPANY', show: ({ message }) => form.refuse('email', message) },
    ],
    affects: ['users', 'departments'],
    onSaved: ({ name, invitation_path: path }) => (path ? setInvited({ name, path }) : close()),
  })
  if (invited) return <InvitationLink {...invited} onClose={close} />
  return (
    <FormDialog
      title={t('users.add')}
      submit={allowed ? t('users.create') : undefined}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={close}
    >
      {allowed ? (
        <UserFields
          form={form}
          permission="department:user-create"
          email={
            <TextField
              field={form.field('email')}
              label={t('users.email')}
              hint={setup && t(setup.mail ? 'users.mailHint' : 'users.linkHint')}
              type="email"
              maxLength={254}
            />
          }
        />
      ) : (
        <NoAccess />
      )}
    </FormDialog>
  )
}
