import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { OrganizationForm } from '#contract/organization.ts'
import { CountryFields } from '../../forms/CountryFields.tsx'
import { SwitchRow, TextField } from '../../forms/fields.tsx'
import type { Form } from '../../forms/useForm.ts'

export function OrganizationFields({ form }: { form: Form<z.input<typeof OrganizationForm>> }) {
  const { t } = useTranslation()
  const { features } = form.values
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
    </>
  )
}
