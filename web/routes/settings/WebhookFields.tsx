import { Checkbox, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { SEVERITIES } from '#contract/wire/alert.ts'
import type { WebhookForm } from '#contract/wire/notification.ts'
import { MESSAGE_TIMES } from '#contract/wire/rule.ts'
import { ChoiceField, SwitchRow, TextField, Theirs } from '../../forms/fields.tsx'
import type { Form } from '../../forms/useForm.ts'
import { useProblemWords } from '../../forms/useProblemWords.ts'

export const WEBHOOK_REFUSALS = { ADDRESS_REFUSED: 'webhooks.refused' } as const

export function WebhookFields({ form }: { form: Form<z.input<typeof WebhookForm>> }) {
  const { t } = useTranslation()
  const problemWords = useProblemWords()
  const chosen = form.field('severities')
  const { theirs } = chosen
  const when = form.field('when')
  return (
    <>
      <TextField field={form.field('name')} label={t('webhooks.name')} maxLength={50} />
      <TextField field={form.field('url')} label={t('webhooks.url')} maxLength={2000} />
      <Checkbox.Group
        label={t('webhooks.severities')}
        description={theirs && <Theirs value={theirs.map((one) => t(`severity.${one}`)).join(', ')} />}
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
      <ChoiceField
        field={{ ...when, value: when.value ?? 'begin', required: true }}
        label={t('webhooks.when')}
        options={MESSAGE_TIMES.map((value) => ({ value, label: t(`rules.times.${value}`) }))}
      />
      <SwitchRow
        label={t('webhooks.enabled')}
        checked={form.values.enabled}
        onChange={(enabled) => form.set({ enabled })}
      />
    </>
  )
}
