import { Button } from '@mantine/core'
import { IconSitemap } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type Department, DepartmentForm, isTopLevel } from '#contract/wire/department.ts'
import { OrganizationSettingsForm } from '#contract/wire/organization.ts'
import { readDepartmentAgain, updateDepartment } from '../../api/departments.ts'
import { useUser } from '../../api/user.ts'
import { ChangedByOthers } from '../../forms/ChangedByOthers.tsx'
import { TextField } from '../../forms/fields.tsx'
import { useEdit } from '../../forms/useEdit.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SettingsCard } from './SettingsCard.tsx'

/** Settings of the user's department. The top level has none, because it is the organization. */
export function DepartmentPage() {
  const { t } = useTranslation()
  const { department } = useUser()
  return isTopLevel(department) ? (
    <SettingsCard title={t('nav.department')}>
      <Notice icon={IconSitemap} title={t('settings.departmentTop')} />
    </SettingsCard>
  ) : (
    <OwnDepartment department={department} />
  )
}

const NameAndContact = DepartmentForm.pick({ name: true }).extend({
  contact: z.string().min(1, 'Contact is required').pipe(OrganizationSettingsForm.shape.contact),
})

const draftOf = ({ name, contact }: Department) => ({ name, contact: contact ?? '' })

function OwnDepartment({ department }: { department: Department }) {
  const { t } = useTranslation()
  const { form, save, isChangedMeanwhile } = useEdit({
    schema: NameAndContact,
    stored: draftOf(department),
    readAgain: async () => draftOf(await readDepartmentAgain(department.id)),
    send: (change) => updateDepartment(department.id, change),
    success: 'departments.updated',
    failure: 'departments.updateFailed',
    affects: ['departments', 'users'],
  })
  return (
    <SettingsCard
      title={t('nav.department')}
      onSubmit={form.onSubmit}
      changed={form.changed}
      actions={
        <Button type="submit" loading={save.isPending} disabled={!form.changed}>
          {t(isChangedMeanwhile ? 'form.saveMine' : 'common.saveChanges')}
        </Button>
      }
    >
      <ChangedByOthers shown={isChangedMeanwhile} />
      <TextField field={form.field('name')} label={t('departments.name')} maxLength={60} />
      <TextField
        field={form.field('contact')}
        label={t('departments.contactEmail')}
        type="email"
        maxLength={254}
      />
    </SettingsCard>
  )
}
