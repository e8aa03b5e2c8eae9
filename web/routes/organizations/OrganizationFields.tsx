import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { OrganizationForm } from '#contract/wire/organization.ts'
import { CountryFields } from '../../forms/CountryFields.tsx'
import { SwitchRow, TextField } from '../../forms/fields.tsx'
import type { Form } from '../../forms/useForm.ts'

export function OrganizationFields({ form }: { form: Form<z.input<typeof OrganizationForm>> }) {
  const { t } = useTranslation()
  const { features, settings, public_api_info } = form.values
  const credits = form.field('public_api_info')
  return (
    <>
      <TextField field={form.field('name')} label={t('organizations.name')} maxLength={60} />
      <TextField
        field={form.field('contact')}
        label={t('departments.contactEmail')}
        type="email"
        maxLength={254}
      />
      <CountryFields form={form} />
      <SwitchRow
        label={t('organizations.departments')}
        hint={t('organizations.departmentsHint')}
        checked={features?.departments ?? false}
        onChange={(departments) => form.set({ features: { ...features, departments } })}
      />
      <SwitchRow
        label={t('organizations.comfortSpeed')}
        hint={t('organizations.comfortSpeedHint')}
        checked={settings?.has_comfort_speed ?? false}
        onChange={(has_comfort_speed) => form.set({ settings: { ...settings, has_comfort_speed } })}
      />
      <TextField
        field={{
          ...credits,
          required: true,
          theirs: credits.theirs && String(credits.theirs.max_credits),
          value: String(public_api_info?.max_credits ?? ''),
          onChange: (typed) =>
            credits.onChange({ max_credits: /^\d+$/.test(typed) ? Number(typed) : (typed as never) }),
        }}
        label={t('organizations.credits')}
        hint={t('organizations.creditsHint')}
        maxLength={9}
      />
    </>
  )
}
