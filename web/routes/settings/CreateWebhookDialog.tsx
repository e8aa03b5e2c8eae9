import { useTranslation } from 'react-i18next'
import { SEVERITIES } from '#contract/wire/alert.ts'
import { WebhookForm } from '#contract/wire/notification.ts'
import { createWebhook } from '../../api/notifications.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { WEBHOOK_REFUSALS, WebhookFields } from './WebhookFields.tsx'

const NEW: WebhookForm = {
  ...{ name: '', url: 'https://', severities: [...SEVERITIES], when: 'begin', enabled: true },
}

export function CreateWebhookDialog(props: {
  onCreated: (made: { secret: string }) => void
  onClose: () => void
}) {
  const { onCreated, onClose } = props
  const { t } = useTranslation()
  const form = useForm(WebhookForm, NEW, (values) => save.mutate(values))
  const save = useSave({
    save: createWebhook,
    success: 'webhooks.created',
    failure: 'webhooks.createFailed',
    refusals: WEBHOOK_REFUSALS,
    affects: ['webhooks'],
    onSaved: onCreated,
  })
  return (
    <FormDialog
      title={t('webhooks.add')}
      submit={t('webhooks.add')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      <WebhookFields form={form} />
    </FormDialog>
  )
}
