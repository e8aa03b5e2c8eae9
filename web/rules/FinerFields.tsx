import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DAY_S, HOUR_S } from '#contract/domain/time.ts'
import { CLEAR_S, COOL_DOWN_S } from '#contract/wire/rule.ts'
import { useOrganizationTimes } from '../api/organizationTimes.ts'
import { SwitchRow } from '../forms/fields.tsx'
import { useProblemWords } from '../forms/useProblemWords.ts'
import { Icon } from '../ui/Icon.tsx'
import { Numeric } from './ConditionFields.tsx'
import { ManyField } from './ManyField.tsx'
import classes from './Rules.module.css'
import { newCondition } from './ruleDraft.ts'
import { ConditionGroup, type RulePartProps } from './ruleParts.tsx'

const NIGHT = { from: '22:00', until: '06:00' }
const USUAL_ESCALATION_S = 600
const USUAL_MAX_PER_HOUR = 5
const USUAL_REPEAT = { times: 3, within_sec: HOUR_S }

const within = (value: number | null, least: number, most: number) =>
  Math.min(most, Math.max(least, Math.round(value ?? least)))

/** Settings that keep a rule from becoming a nuisance, with the defaults of empty fields. */
export function FinerFields(props: RulePartProps) {
  const { draft, disabled, problems, scope, onChange } = props
  const { t } = useTranslation()
  const words = useProblemWords()
  const { zone } = useOrganizationTimes()
  const { notifications } = draft
  const { quiet_hours = null, max_per_hour = null, escalation = null } = notifications
  const change = (changed: Partial<typeof notifications>) =>
    onChange({ ...draft, notifications: { ...notifications, ...changed } })
  const repeat = (changed: Partial<typeof USUAL_REPEAT>) =>
    onChange({ ...draft, repeat: { ...(draft.repeat ?? USUAL_REPEAT), ...changed } })
  return (
    <div className={classes.fields}>
      {draft.type === 'geofence' && (
        <>
          <span className={classes.groupTitle}>{t('rules.onlyWhile')}</span>
          <ConditionGroup {...props} index={0} fine />
        </>
      )}
      {draft.type === 'threshold' &&
        draft.groups.slice(1).map((group, at) => (
          <div key={group[0]?.key ?? at} className={classes.group}>
            <span className={classes.groupTitle}>{t('rules.orElse')}</span>
            <ConditionGroup {...props} index={at + 1} fine />
            {!disabled && (
              <div>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<Icon of={IconTrash} size={14} />}
                  onClick={() =>
                    onChange({ ...draft, groups: draft.groups.filter((_, index) => index !== at + 1) })
                  }
                >
                  {t('rules.removeGroup')}
                </Button>
              </div>
            )}
          </div>
        ))}
      {draft.type === 'threshold' && !disabled && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon of={IconPlus} size={14} />}
            onClick={() => onChange({ ...draft, groups: [...draft.groups, [newCondition()]] })}
          >
            {t('rules.addGroup')}
          </Button>
        </div>
      )}
      {draft.type === 'threshold' && (
        <SwitchRow
          label={t('rules.repeat')}
          hint={t('rules.repeatHint')}
          checked={draft.repeat !== null}
          disabled={disabled}
          onChange={(on) => onChange({ ...draft, repeat: on ? USUAL_REPEAT : null })}
        />
      )}
      {draft.repeat && (
        <div className={classes.pair}>
          <Numeric
            label={t('rules.repeatTimes')}
            value={draft.repeat.times}
            disabled={disabled}
            onChange={(times) => repeat({ times: within(times, 2, 100) })}
          />
          <Numeric
            label={t('rules.repeatWithin')}
            value={draft.repeat.within_sec / 60}
            disabled={disabled}
            onChange={(minutes) => repeat({ within_sec: within(minutes, 1, 1440) * 60 })}
          />
        </div>
      )}
      <div className={classes.pair}>
        <Numeric
          label={t('rules.clear')}
          placeholder={String(CLEAR_S)}
          value={draft.clearSec}
          disabled={disabled}
          onChange={(clearSec) => onChange({ ...draft, clearSec })}
        />
        <Numeric
          label={t('rules.coolDown')}
          placeholder={String(COOL_DOWN_S[draft.severity])}
          value={draft.coolDownSec}
          disabled={disabled}
          onChange={(coolDownSec) => onChange({ ...draft, coolDownSec })}
        />
      </div>
      <p className={classes.note}>{t('rules.pausesHint')}</p>
      <SwitchRow
        label={t('rules.quietHours')}
        hint={t('rules.quietHoursHint', { zone })}
        checked={quiet_hours !== null}
        disabled={disabled}
        onChange={(on) => change({ quiet_hours: on ? NIGHT : null })}
      />
      {quiet_hours && (
        <div className={classes.pair}>
          {(['from', 'until'] as const).map((end) => (
            <TextInput
              key={end}
              type="time"
              label={t(`rules.quiet.${end}`)}
              value={quiet_hours[end]}
              disabled={disabled}
              onChange={({ currentTarget: { value } }) =>
                value && change({ quiet_hours: { ...quiet_hours, [end]: value } })
              }
            />
          ))}
        </div>
      )}
      <SwitchRow
        label={t('rules.maxPerHour')}
        hint={t('rules.maxPerHourHint')}
        checked={max_per_hour !== null}
        disabled={disabled}
        onChange={(on) => change({ max_per_hour: on ? USUAL_MAX_PER_HOUR : null })}
      />
      {max_per_hour !== null && (
        <Numeric
          label={t('rules.maxPerHourNumber')}
          value={max_per_hour}
          disabled={disabled}
          onChange={(most) => change({ max_per_hour: Math.min(1000, Math.max(1, Math.round(most ?? 1))) })}
        />
      )}
      <SwitchRow
        label={t('rules.escalation')}
        hint={t('rules.escalationHint')}
        checked={escalation !== null}
        disabled={disabled || !scope.mayListPeople}
        onChange={(on) => change({ escalation: on ? { after_sec: USUAL_ESCALATION_S, user_ids: [] } : null })}
      />
      {escalation && (
        <div className={classes.fields}>
          <Numeric
            label={t('rules.escalationAfter')}
            value={escalation.after_sec / 60}
            disabled={disabled}
            onChange={(minutes) =>
              change({
                escalation: {
                  ...escalation,
                  after_sec: Math.min(DAY_S, Math.max(60, Math.round((minutes ?? 1) * 60))),
                },
              })
            }
          />
          <ManyField
            label={t('rules.escalationTo')}
            placeholder={t('rules.chooseRecipients')}
            options={scope.people.map(({ id, name }) => ({ value: id, label: name }))}
            names={scope.peopleNames}
            value={escalation.user_ids}
            disabled={disabled || !scope.mayListPeople}
            error={problems.escalation ? words(problems.escalation) : null}
            onChange={(user_ids) => change({ escalation: { ...escalation, user_ids: [...user_ids] } })}
          />
        </div>
      )}
    </div>
  )
}
