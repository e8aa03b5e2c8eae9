import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { apiKeyQuery, deleteApiKey } from '../../api/apiKeys.ts'
import { usePermission } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { KeyPreview } from './KeyPreview.tsx'

export function DeleteApiKeyDialog() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const key = useQuery(apiKeyQuery(id))
  const close = () => void navigate({ to: '/api-keys', search: true })
  const remove = useSave({
    save: () => deleteApiKey(id),
    success: 'apiKeys.deleted',
    failure: 'apiKeys.deleteFailed',
    affects: ['apiKeys'],
    onSaved: close,
  })
  return (
    <LoadedDialog
      title={t('apiKeys.delete')}
      query={key}
      notFound={t('apiKeys.notFound')}
      failed={t('error.apiKeys')}
      allowed={usePermission('department:api-key-delete')}
      onClose={close}
    >
      {(loaded) => (
        <FormDialog
          title={t('apiKeys.delete')}
          submit={t('apiKeys.deleteKey')}
          danger
          pending={remove.isPending}
          onSubmit={() => remove.mutate(undefined)}
          onClose={close}
        >
          <p>
            {loaded.name} <KeyPreview apiKey={loaded} />
          </p>
          <p>{t('apiKeys.deleteConsequence')}</p>
        </FormDialog>
      )}
    </LoadedDialog>
  )
}
