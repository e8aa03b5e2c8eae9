import { Button, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { OrganizationSettingsForm } from '#contract/organization.ts'
import { updateOwnOrganization } from '../../api/organizations.ts'
import { useUser } from '../../api/user.ts'
import { SwitchRow, TextField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { SettingsCard } from './SettingsCard.tsx'

export function OrganizationPage() {
  const { t } = useTranslation()
  const { company } = useUser()
  const form = useForm(
    OrganizationSettingsForm,
    {
      name: company.name,
      contact: company.contact ?? '',
      settings: { force_captain_login: company.settings.force_captain_login },
      time_zone: company.time_zone,
    },
    (values) => save.mutate(values),
  )
  const save = useSave({
    save: updateOwnOrganization,
    success: 'organizations.updatedToast',
    failure: 'organizations.updateFailed',
    affects: ['users', 'departments', 'organizations'],
  })
  return (
    <SettingsCard
      title={t('nav.organization')}
      onSubmit={form.onSubmit}
      actions={
        <Button type="submit" loading={save.isPending} disabled={!form.changed}>
          {t('common.saveChanges')}
        </Button>
      }
    >
      <TextField field={form.field('name')} label={t('organizations.name')} maxLength={60} />
      <TextField
        field={form.field('contact')}
        label={t('departments.contactEmail')}
        type="email"
        maxLength={254}
      />
      <SwitchRow
        label={t('organizations.forceCaptain')}
        hint={t('organizations.forceCaptainHint')}
        checked={form.values.settings?.force_captain_login ?? false}
        onChange={(force_captain_login) => form.set({ settings: { force_captain_login } })}
      />
      <Select
        label={t('organizations.timeZone')}
        description={t('organizations.timeZoneHint')}
        placeholder="UTC"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'UTC' }}
        nothingFoundMessage={t('users.nothing')}
        data={Intl.supportedValuesOf('timeZone')}
        value={form.values.time_zone ?? null}
        onChange={(time_zone) => form.set({ time_zone })}
      />
    </SettingsCard>
  )
}
