import { Button, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#contract/wire/endpoint.ts'
import { type listWithoutSecondFactor, type Organization, SignInRules } from '#contract/wire/organization.ts'
import {
  readOwnOrganization,
  updateOwnOrganization,
  withoutSecondFactorQuery,
} from '../../api/organizations.ts'
import { useUser } from '../../api/user.ts'
import { ChangedByOthers } from '../../forms/ChangedByOthers.tsx'
import { SwitchRow, Theirs } from '../../forms/fields.tsx'
import { useEdit } from '../../forms/useEdit.ts'
import { useProblemWords } from '../../forms/useProblemWords.ts'
import { SettingsCard } from './SettingsCard.tsx'
import classes from './SignInRulesCard.module.css'

const draftOf = ({ require_second_factor, min_password_length }: Organization) => ({
  require_second_factor,
  min_password_length,
})

/** Rules of the organization for the credentials of its users. */
export function SignInRulesCard() {
  const { t } = useTranslation()
  const { company } = useUser()
  const { form, save, isChangedMeanwhile } = useEdit({
    schema: SignInRules,
    stored: draftOf(company),
    readAgain: async () => draftOf(await readOwnOrganization()),
    send: (change) => updateOwnOrganization(change),
    success: 'organizations.updatedToast',
    failure: 'organizations.updateFailed',
    refusals: { OWN_SECOND_FACTOR_FIRST: 'organizations.ownSecondFactorFirst' },
    affects: ['users', 'organizations'],
  })
  const words = useProblemWords()
  const length = form.field('min_password_length')
  const isNew = form.values.require_second_factor && !company.require_second_factor
  const { data: without } = useQuery({ ...withoutSecondFactorQuery, enabled: isNew })
  const isOwnFirst = isNew && without?.includes_you === true
  return (
    <SettingsCard
      title={t('organizations.signInRules')}
      onSubmit={form.onSubmit}
      changed={form.changed}
      actions={
        <Button type="submit" loading={save.isPending} disabled={!form.changed || isOwnFirst}>
          {t(isChangedMeanwhile ? 'form.saveMine' : 'common.saveChanges')}
        </Button>
      }
    >
      <ChangedByOthers shown={isChangedMeanwhile} />
      <SwitchRow
        label={t('organizations.requireSecondFactor')}
        hint={t('organizations.requireSecondFactorHint')}
        checked={form.values.require_second_factor}
        onChange={(require_second_factor) => form.set({ require_second_factor })}
      />
      {isNew && without && <WhoIsAffected without={without} />}
      <NumberInput
        label={t('organizations.passwordLength')}
        description={
          length.theirs === undefined ? (
            t('organizations.passwordLengthHint')
          ) : (
            <Theirs value={`${length.theirs}`} />
          )
        }
        error={length.problem && words(length.problem)}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        value={form.values.min_password_length}
        onChange={(value) => form.set({ min_password_length: Number(value) })}
      />
    </SettingsCard>
  )
}

/** Shown before the requirement is saved. */
function WhoIsAffected({ without }: { without: OutputOf<typeof listWithoutSecondFactor> }) {
  const { t } = useTranslation()
  if (without.includes_you)
    return (
      <p className={classes.notice} role="alert" data-warning>
        {t('organizations.ownSecondFactorFirst')}{' '}
        <Link to="/settings/password">{t('organizations.toSecondFactor')}</Link>
      </p>
    )
  const more = without.count - without.names.length
  return (
    <p className={classes.notice} role="status">
      {without.count === 0
        ? t('organizations.allHaveSecondFactor')
        : t('organizations.withoutSecondFactor', {
            count: without.count,
            names: [...without.names, ...(more > 0 ? ['…'] : [])].join(', '),
          })}
    </p>
  )
}
