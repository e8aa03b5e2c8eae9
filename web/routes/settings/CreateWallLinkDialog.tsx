import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#contract/wire/endpoint.ts'
import { createWallLink as endpoint, MAX_WALL_NAME } from '#contract/wire/wallLink.ts'
import { useUser } from '../../api/user.ts'
import { createWallLink } from '../../api/wallLinks.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { useDepartmentOptions, useFirstDepartment } from '../../tables/useDepartmentOptions.ts'

interface Props {
  onCreated: (made: OutputOf<typeof endpoint>) => void
  onClose: () => void
}

/** Makes the link of a wall screen: its place, and the department whose board it shows. */
export function CreateWallLinkDialog({ onCreated, onClose }: Props) {
  const { t } = useTranslation()
  const { company } = useUser()
  const departments = useDepartmentOptions('company:company-edit')
  const department_id = useFirstDepartment('company:company-edit')
  const form = useForm(endpoint.body, { name: '', department_id }, (values) => save.mutate(values))
  const save = useSave({
    save: createWallLink,
    // The next dialog shows the link.
    success: null,
    failure: 'wallLinks.createFailed',
    refusals: { too_many: 'wallLinks.tooMany' },
    affects: ['wall-links'],
    onSaved: onCreated,
  })
  return (
    <FormDialog
      title={t('wallLinks.add')}
      submit={t('wallLinks.create')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      <p>{t('wallLinks.hint')}</p>
      <TextField field={form.field('name')} label={t('wallLinks.nameLabel')} maxLength={MAX_WALL_NAME} />
      {company.features.departments && (
        <ChoiceField
          field={form.field('department_id')}
          label={t('users.department')}
          options={departments}
          searchable={departments.length > 8}
        />
      )}
    </FormDialog>
  )
}
