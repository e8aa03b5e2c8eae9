import { Button, Select, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#contract/domain/permissions.ts'
import { SEVERITIES } from '#contract/wire/alert.ts'
import { useUser } from '../api/user.ts'
import { useProblemWords } from '../forms/useProblemWords.ts'
import { useDepartmentOptions } from '../tables/useDepartmentOptions.ts'
import { Icon } from '../ui/Icon.tsx'
import { ConditionFields, Numeric } from './ConditionFields.tsx'
import { ManyField } from './ManyField.tsx'
import classes from './Rules.module.css'
import {
  type ConditionDraft,
  type DraftProblems,
  inDepartment,
  newCondition,
  type RuleDraft,
} from './ruleDraft.ts'
import type { useRuleScope } from './useRuleScope.ts'

export interface RulePartProps {
  draft: RuleDraft
  problems: DraftProblems
  scope: ReturnType<typeof useRuleScope>
  disabled: boolean
  onChange: (draft: RuleDraft) => void
}

/**
 * Department that owns the rule, if the organization has departments. A change of department removes boats, fences and
 * people.
 */
export function DepartmentPart({
  draft,
  problems,
  disabled,
  onChange,
  permission,
}: RulePartProps & { permission: Permission }) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const { company } = useUser()
  const departments = useDepartmentOptions(disabled ? undefined : permission)
  if (!company.features.departments) return null
  return (
    <Select
      label={t('users.department')}
      data={departments}
      value={draft.department_id || null}
      allowDeselect={false}
      searchable={departments.length > 8}
      nothingFoundMessage={t('palette.nothing')}
      disabled={disabled}
      error={problems.department_id ? words(problems.department_id) : null}
      onChange={(id) => id && id !== draft.department_id && onChange(inDepartment(draft, id))}
    />
  )
}

export function SeverityPart({ draft, disabled, onChange }: RulePartProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('alerts.severity')}
      data={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
      value={draft.severity}
      allowDeselect={false}
      disabled={disabled}
      onChange={(severity) => severity && onChange({ ...draft, severity })}
    />
  )
}

export function MessagePart({ draft, disabled, onChange }: RulePartProps) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('rules.message')}
      description={t('rules.messageHint')}
      maxLength={200}
      autosize
      minRows={1}
      disabled={disabled}
      value={draft.message}
      onChange={(event) => onChange({ ...draft, message: event.currentTarget.value.replaceAll('\n', ' ') })}
    />
  )
}

export function VesselsPart({ draft, scope, disabled, onChange }: RulePartProps) {
  const { t } = useTranslation()
  return (
    <ManyField
      label={t('rules.vessels')}
      hint={t('rules.vesselsHint')}
      placeholder={t('rules.allVessels')}
      options={scope.vesselChoices}
      names={scope.vesselNames}
      value={draft.vesselIds}
      disabled={disabled}
      onChange={(vesselIds) => onChange({ ...draft, vesselIds })}
    />
  )
}

/** Boats that a rule for all boats leaves out; boats added later are included. */
export function ExcludedPart({ draft, scope, disabled, onChange }: RulePartProps) {
  const { t } = useTranslation()
  if (draft.vesselIds.length > 0) return null
  return (
    <ManyField
      label={t('rules.excluded')}
      placeholder={t('rules.excludedNone')}
      options={scope.vesselChoices}
      names={scope.vesselNames}
      disabled={disabled}
      value={draft.excludedIds}
      onChange={(excludedIds) => onChange({ ...draft, excludedIds })}
    />
  )
}

/** Fences inside or outside which a threshold rule counts. Lines are not offered: a line has no inside. */
export function AreaPart({ draft, scope, disabled, onChange }: RulePartProps) {
  const { t } = useTranslation()
  const areas = scope.fences.filter(({ type }) => type !== 'line')
  return (
    <>
      <ManyField
        label={t('rules.fences')}
        hint={t('rules.fencesHint')}
        placeholder={t('rules.everywhere')}
        options={areas.map(({ id, name }) => ({ value: id, label: name }))}
        names={scope.fenceNames}
        value={draft.fenceIds}
        disabled={disabled}
        onChange={(fenceIds) => onChange({ ...draft, fenceIds })}
      />
      {draft.fenceIds.length > 0 && (
        <Select
          label={t('rules.area')}
          data={(['inside', 'outside'] as const).map((value) => ({
            value,
            label: t(`rules.areas.${value}`),
          }))}
          value={draft.area}
          allowDeselect={false}
          disabled={disabled}
          onChange={(area) => area && onChange({ ...draft, area })}
        />
      )}
    </>
  )
}

/** Fence of a geofence rule, and the crossing that triggers it. A line can only be crossed. */
export function FencePart({ draft, problems, scope, disabled, onChange }: RulePartProps) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [chosen] = draft.fenceIds
  const fence = scope.fences.find(({ id }) => id === chosen)
  const isLine = fence?.type === 'line'
  const options = scope.fences.map(({ id, name }) => ({ value: id, label: name }))
  // A deleted geofence is shown as missing until the user chooses another.
  if (chosen && !fence) options.push({ value: chosen, label: t('rules.fenceMissing') })
  const triggers = isLine ? (['cross'] as const) : (['cross', 'enter', 'exit'] as const)
  return (
    <>
      <Select
        label={t('rules.fence')}
        placeholder={t('rules.chooseFence')}
        data={options}
        value={chosen ?? null}
        allowDeselect={false}
        searchable
        limit={50}
        nothingFoundMessage={t('palette.nothing')}
        disabled={disabled}
        error={problems.fence ? words(problems.fence) : null}
        onChange={(id) => {
          const next = scope.fences.find((one) => one.id === id)
          if (!next) return
          onChange({ ...draft, fenceIds: [next.id], trigger: next.type === 'line' ? 'cross' : draft.trigger })
        }}
      />
      <Select
        label={t('rules.trigger')}
        data={triggers.map((value) => ({
          value,
          label: t(value === 'cross' && isLine ? 'rules.triggers.line' : `rules.triggers.${value}`),
        }))}
        value={draft.trigger}
        allowDeselect={false}
        disabled={disabled}
        onChange={(trigger) => trigger && onChange({ ...draft, trigger })}
      />
      <Numeric
        label={t('rules.heldFor')}
        description={t('rules.fenceSecHint')}
        placeholder="0"
        value={draft.fenceSec}
        disabled={disabled}
        error={problems.fenceSec ? words(problems.fenceSec) : null}
        onChange={(fenceSec) => onChange({ ...draft, fenceSec })}
      />
    </>
  )
}

interface GroupProps extends RulePartProps {
  index: number
  fine: boolean
}

/** Conditions that must hold at the same time. */
export function ConditionGroup({ draft, problems, disabled, onChange, index, fine }: GroupProps) {
  const { t } = useTranslation()
  const group = draft.groups[index] ?? []
  const put = (next: readonly ConditionDraft[]) =>
    onChange({ ...draft, groups: draft.groups.map((one, at) => (at === index ? next : one)) })
  // A threshold rule needs at least one condition; in a geofence rule conditions are optional.
  const mayGo = group.length > 1 || draft.type === 'geofence'
  return (
    <div className={classes.group}>
      {group.map((condition) => (
        <ConditionFields
          key={condition.key}
          condition={condition}
          problems={problems.conditions[condition.key] ?? {}}
          disabled={disabled}
          fine={fine}
          onChange={(next) => put(group.map((one) => (one.key === next.key ? next : one)))}
          onRemove={mayGo ? () => put(group.filter((one) => one.key !== condition.key)) : undefined}
        />
      ))}
      {!disabled && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon of={IconPlus} size={14} />}
            onClick={() => put([...group, newCondition()])}
          >
            {t('rules.addCondition')}
          </Button>
        </div>
      )}
    </div>
  )
}
