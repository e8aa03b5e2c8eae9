import { Button, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Organization, OrganizationSettingsForm } from '#contract/wire/organization.ts'
import { readOwnOrganization, updateOwnOrganization } from '../../api/organizations.ts'
import { useUser } from '../../api/user.ts'
import { ChangedByOthers } from '../../forms/ChangedByOthers.tsx'
import { SwitchRow, TextField, Theirs } from '../../forms/fields.tsx'
import { useEdit } from '../../forms/useEdit.ts'
import { SettingsCard } from './SettingsCard.tsx'
import { SignInRulesCard } from './SignInRulesCard.tsx'

const draftOf = ({ name, contact, settings, time_zone }: Organization) => ({
  ...{ name, contact: contact ?? '', time_zone },
  settings: { force_captain_login: settings.force_captain_login },
})

export function OrganizationPage() {
  return (
    <>
      <OrganizationCard />
      <SignInRulesCard />
    </>
  )
}

function OrganizationCard() {
  const { t } = useTranslation()
  const { company } = useUser()
  const { form, save, isChangedMeanwhile } = useEdit({
    schema: OrganizationSettingsForm,
    stored: draftOf(company),
    readAgain: async () => draftOf(await readOwnOrganization()),
    send: updateOwnOrganization,
    success: 'organizations.updatedToast',
    failure: 'organizations.updateFailed',
    affects: ['users', 'departments', 'organizations'],
  })
  const zone = form.field('time_zone').theirs
  return (
    <SettingsCard
      title={t('nav.organization')}
      onSubmit={form.onSubmit}
      changed={form.changed}
      actions={
        <Button type="submit" loading={save.isPending} disabled={!form.changed}>
          {t(isChangedMeanwhile ? 'form.saveMine' : 'common.saveChanges')}
        </Button>
      }
    >
      <ChangedByOthers shown={isChangedMeanwhile} />
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
        description={zone === undefined ? t('organizations.timeZoneHint') : <Theirs value={zone ?? 'UTC'} />}
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
