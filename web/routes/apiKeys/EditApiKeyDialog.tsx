import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ApiKey, ApiKeyForm } from '#contract/wire/apiKey.ts'
import { apiKeyQuery, updateApiKey } from '../../api/apiKeys.ts'
import { usePermission } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { TextField } from '../../forms/fields.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'

/** Renames an API key. Its permissions are fixed when the key is created. */
export function EditApiKeyDialog() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const key = useQuery(apiKeyQuery(id))
  const close = () => void navigate({ to: '/api-keys', search: true })
  return (
    <LoadedDialog
      title={t('apiKeys.edit')}
      query={key}
      notFound={t('apiKeys.notFound')}
      failed={t('error.apiKeys')}
      allowed={usePermission('department:api-key-edit')}
      onClose={close}
    >
      {(loaded) => <EditApiKey key={loaded.id} apiKey={loaded} onClose={close} />}
    </LoadedDialog>
  )
}

function EditApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation()
  const { name, department_id, role_id } = apiKey
  const form = useForm(ApiKeyForm, { name, department_id, role_id }, (values) => save.mutate(values))
  const save = useSave({
    save: (body: ApiKeyForm) => updateApiKey(apiKey.id, body),
    success: 'apiKeys.updated',
    failure: 'apiKeys.updateFailed',
    affects: ['apiKeys'],
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('apiKeys.edit')}
      submit={t('common.save')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      <p>{t('apiKeys.editHint')}</p>
      <TextField field={form.field('name')} label={t('common.name')} maxLength={60} />
    </FormDialog>
  )
}
