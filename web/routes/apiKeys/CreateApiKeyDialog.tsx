import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoleId } from '#contract/domain/permissions.ts'
import { ApiKeyForm, KEY_ROLE_IDS } from '#contract/wire/apiKey.ts'
import { createApiKey } from '../../api/apiKeys.ts'
import { usePermission } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { TextField } from '../../forms/fields.tsx'
import { PlaceFields } from '../../forms/PlaceFields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { useFirstDepartment } from '../../tables/useDepartmentOptions.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { SaveKeyDialog } from './SaveKeyDialog.tsx'

export function CreateApiKeyDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/api-keys', search: true })
  const allowed = usePermission('department:api-key-create')
  const department_id = useFirstDepartment('department:api-key-create')
  const [key, setKey] = useState<string | null>(null)
  const form = useForm(ApiKeyForm, { name: '', department_id, role_id: '' as RoleId }, (values) =>
    save.mutate(values),
  )
  const save = useSave({
    save: createApiKey,
    success: 'apiKeys.createdToast',
    failure: 'apiKeys.createFailed',
    affects: ['apiKeys'],
    onSaved: (made) => setKey(made.key),
  })
  if (key) return <SaveKeyDialog apiKey={key} onClose={close} />
  return (
    <FormDialog
      title={t('apiKeys.create')}
      submit={allowed ? t('apiKeys.create') : undefined}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={close}
    >
      {allowed ? (
        <>
          <TextField field={form.field('name')} label={t('common.name')} maxLength={60} />
          <PlaceFields form={form} permission="department:api-key-create" offered={KEY_ROLE_IDS} />
        </>
      ) : (
        <NoAccess />
      )}
    </FormDialog>
  )
}
