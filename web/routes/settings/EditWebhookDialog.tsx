import { useTranslation } from 'react-i18next'
import { type Webhook, WebhookForm } from '#contract/wire/notification.ts'
import { readWebhookAgain, updateWebhook } from '../../api/notifications.ts'
import { EditDialog } from '../../forms/EditDialog.tsx'
import { useEdit } from '../../forms/useEdit.ts'
import { WEBHOOK_REFUSALS, WebhookFields } from './WebhookFields.tsx'

const draftOf = ({ name, url, severities, when, enabled }: Webhook): WebhookForm => ({
  ...{ name, url, severities, when: when ?? 'begin', enabled },
})

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const edit = useEdit({
    schema: WebhookForm,
    stored: draftOf(webhook),
    readAgain: async () => draftOf(await readWebhookAgain(webhook.id)),
    send: (change) => updateWebhook(webhook.id, change),
    success: 'webhooks.updated',
    failure: 'webhooks.updateFailed',
    refusals: WEBHOOK_REFUSALS,
    affects: ['webhooks'],
    onSaved: onClose,
  })
  return (
    <EditDialog
      title={t('webhooks.edit')}
      edit={edit}
      submit={t('common.saveChanges')}
      idle={!edit.form.changed}
      onClose={onClose}
    >
      <WebhookFields form={edit.form} />
    </EditDialog>
  )
}
