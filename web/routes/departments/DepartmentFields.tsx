import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { DepartmentForm } from '#contract/wire/department.ts'
import { CountryFields } from '../../forms/CountryFields.tsx'
import { TextField } from '../../forms/fields.tsx'
import type { Form } from '../../forms/useForm.ts'

/** The top level has the organization's name, which the settings page changes. */
export function DepartmentFields({
  form,
  named = true,
}: {
  form: Form<z.input<typeof DepartmentForm>>
  named?: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      {named && <TextField field={form.field('name')} label={t('departments.name')} maxLength={60} />}
      <TextField
        field={form.field('contact')}
        label={t('departments.contactEmail')}
        type="email"
        maxLength={254}
      />
      <CountryFields form={form} />
    </>
  )
}
