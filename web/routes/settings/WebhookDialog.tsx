import { Checkbox, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SEVERITIES } from '#contract/alert.ts'
import { type Webhook, WebhookForm } from '#contract/notification.ts'
import { createWebhook, updateWebhook } from '../../api/notifications.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { SwitchRow, TextField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useProblemWords } from '../../forms/useProblemWords.ts'
import { useSave } from '../../forms/useSave.ts'

interface Props {
  /** Null makes a new one. */
  webhook: Webhook | null
  onCreated: (made: { secret: string }) => void
  onClose: () => void
}

export function WebhookDialog({ webhook, onCreated, onClose }: Props) {
  const { t } = useTranslation()
  const problemWords = useProblemWords()
  const initial = webhook ?? { name: '', url: 'https://', severities: [...SEVERITIES], enabled: true }
  const { name, url, severities, enabled } = initial
  const form = useForm(WebhookForm, { name, url, severities, enabled }, (values) => save.mutate(values))
  const save = useSave({
    save: (values: WebhookForm): Promise<Webhook & { secret?: string }> =>
      webhook ? updateWebhook(webhook.id, values) : createWebhook(values),
    success: webhook ? 'webhooks.updated' : 'webhooks.created',
    failure: webhook ? 'webhooks.updateFailed' : 'webhooks.createFailed',
    refusals: { ADDRESS_REFUSED: 'webhooks.refused' },
    affects: ['webhooks'],
    onSaved: ({ secret }) => (secret ? onCreated({ secret }) : onClose()),
  })
  const chosen = form.field('severities')
  return (
    <FormDialog
      title={t(webhook ? 'webhooks.edit' : 'webhooks.add')}
      submit={t(webhook ? 'common.saveChanges' : 'webhooks.add')}
      idle={webhook !== null && !form.changed}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <TextField field={form.field('name')} label={t('webhooks.name')} maxLength={50} />
      <TextField field={form.field('url')} label={t('webhooks.url')} maxLength={2000} />
      <Checkbox.Group
        label={t('webhooks.severities')}
        value={chosen.value}
        error={chosen.problem && problemWords(chosen.problem)}
        onChange={(value) => chosen.onChange(value as typeof chosen.value)}
      >
        <Group mt={4}>
          {SEVERITIES.map((one) => (
            <Checkbox key={one} value={one} name="severities" label={t(`severity.${one}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <SwitchRow
        label={t('webhooks.enabled')}
        checked={form.values.enabled}
        onChange={(enabled) => form.set({ enabled })}
      />
    </FormDialog>
  )
}
