import { useTranslation } from 'react-i18next'
import { type Webhook, WebhookForm } from '#contract/notification.ts'
import { readWebhookAgain, updateWebhook } from '../../api/notifications.ts'
import { ChangedByOthers } from '../../forms/ChangedByOthers.tsx'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useEdit } from '../../forms/useEdit.ts'
import { WEBHOOK_REFUSALS, WebhookFields } from './WebhookFields.tsx'

const draftOf = ({ name, url, severities, enabled }: Webhook): WebhookForm => ({
  ...{ name, url, severities, enabled },
})

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const { form, save, isChangedMeanwhile } = useEdit({
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
    <FormDialog
      title={t('webhooks.edit')}
      submit={t(isChangedMeanwhile ? 'form.saveMine' : 'common.saveChanges')}
      idle={!form.changed}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <ChangedByOthers shown={isChangedMeanwhile} />
      <WebhookFields form={form} />
    </FormDialog>
  )
}
