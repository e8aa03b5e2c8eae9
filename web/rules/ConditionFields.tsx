import { Button, NumberInput, Select } from '@mantine/core'
import { IconClock, IconClockOff, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  isOfSeveral,
  isOfSilence,
  numberOf,
  ofNumber,
  type RuleField,
  ruleField,
} from '#contract/domain/ruleFields.ts'
import { fromShown, toShownExactly } from '#contract/domain/unitChoice.ts'
import { withoutNoise } from '#contract/domain/units.ts'
import { useProblemWords } from '../forms/useProblemWords.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import classes from './Rules.module.css'
import { type ConditionDraft, type ConditionProblems, isChange, OPERATIONS } from './ruleDraft.ts'
import { limitUnit } from './ruleUnits.ts'
import { FIELD_GROUPS, fieldKey, fieldOfKey, useFieldName } from './useFieldNames.ts'

interface Props {
  condition: ConditionDraft
  problems: ConditionProblems
  disabled: boolean
  /** Undefined for the only condition, which cannot be removed. */
  onRemove: (() => void) | undefined
  onChange: (condition: ConditionDraft) => void
  /** True to show the field for the dead band. */
  fine: boolean
}

/** One condition of a rule: value, comparison, limit and duration. */
export function ConditionFields({ condition, problems, disabled, onRemove, onChange, fine }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = useProblemWords()
  const nameOf = useFieldName()
  const { source, field, operation, value, hasPeriod, periodSec, deadBand } = condition
  const known = ruleField(source, field)
  const { unit } = limitUnit(known)
  const change = isChange(operation)
  const timed = hasPeriod || change
  const set = (changed: Partial<ConditionDraft>) => onChange({ ...condition, ...changed })
  // True when the user has to choose one of several engines, batteries, tanks or switches.
  const isNumbered = known?.series && known.source !== 'vessel-status' && isOfSeveral(known.series)
  const textOf = (problem: string | undefined) => (problem ? words(problem) : null)
  const choose = (key: string | null) => {
    const next = key ? fieldOfKey(key) : null
    if (!next) return
    const plain = !next.hasPeriods || next.isSwitch
    onChange({
      ...condition,
      ...{ source: next.source, field: next.field, deadBand: null },
      value: next.isSwitch ? 0.5 : null,
      operation: plain && (change || !operation) ? 'more_than' : operation,
      ...(plain ? { hasPeriod: false, periodSec: null } : {}),
    })
  }
  return (
    <fieldset
      className={classes.condition}
      aria-label={known ? nameOf(known) : t('rules.condition')}
      disabled={disabled}
    >
      <Select
        className={classes.field ?? ''}
        label={t('rules.field')}
        placeholder={t('rules.chooseField')}
        data={FIELD_GROUPS.map(({ source, fields }) => ({
          group: t(`rules.sources.${source}`),
          items: fields.map((one) => ({ value: fieldKey(one), label: nameOf(one) })),
        }))}
        value={
          known && isNumbered
            ? fieldKey({ source, field: ofNumber(known, null) })
            : field
              ? fieldKey(condition)
              : null
        }
        onChange={choose}
        searchable
        limit={200}
        allowDeselect={false}
        nothingFoundMessage={t('palette.nothing')}
        disabled={disabled}
        error={textOf(problems.field)}
      />
      {isNumbered && (
        <Numeric
          label={t('rules.number')}
          placeholder={t('rules.anyNumber')}
          value={numberOf(known)}
          onChange={(next) => set({ field: ofNumber(known, isNumber(known, next) ? next : null) })}
          disabled={disabled}
        />
      )}
      {known?.isSwitch ? (
        <Select
          label={t('rules.operation')}
          data={[
            { value: 'more_than', label: t(known.series ? 'rules.switchedOn' : 'resources.yes') },
            { value: 'less_than', label: t(known.series ? 'rules.switchedOff' : 'resources.no') },
          ]}
          value={operation || null}
          allowDeselect={false}
          onChange={(next) => set({ operation: next as 'more_than', value: 0.5 })}
          disabled={disabled}
        />
      ) : (
        <>
          <Select
            label={t('rules.operation')}
            data={OPERATIONS.filter((one) => !isChange(one) || known?.hasPeriods !== false).map((one) => ({
              value: one,
              label: t(`rules.operations.${one}`),
            }))}
            value={operation || null}
            allowDeselect={false}
            onChange={(next) => set({ operation: next as ConditionDraft['operation'] })}
            disabled={disabled}
            error={textOf(problems.operation)}
          />
          <Numeric
            label={unit ? `${t('rules.threshold')} (${formats.unit(unit)})` : t('rules.threshold')}
            unit={unit}
            isDifference={change}
            value={value}
            onChange={(next) => set({ value: next })}
            disabled={disabled}
            error={textOf(problems.value)}
          />
        </>
      )}
      {timed && (
        <Numeric
          label={t(change ? 'rules.within' : 'rules.heldFor')}
          value={periodSec}
          onChange={(next) => set({ periodSec: next })}
          disabled={disabled}
          error={textOf(problems.period)}
        />
      )}
      {fine && !known?.isSwitch && (
        <Numeric
          label={unit ? `${t('rules.deadBand')} (${formats.unit(unit)})` : t('rules.deadBand')}
          placeholder={t('rules.deadBandUsual')}
          unit={unit}
          isDifference
          value={deadBand}
          onChange={(next) => set({ deadBand: next })}
          disabled={disabled}
        />
      )}
      {known && isOfSilence(known) && <p className={classes.note}>{t('rules.silenceNote')}</p>}
      {!disabled && (
        <div className={classes.conditionTools}>
          {known?.hasPeriods && !change && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon of={hasPeriod ? IconClockOff : IconClock} size={14} />}
              onClick={() => set({ hasPeriod: !hasPeriod, periodSec: null })}
            >
              {t(hasPeriod ? 'rules.removeTime' : 'rules.addTime')}
            </Button>
          )}
          <IconButton
            icon={IconTrash}
            label={t('rules.removeCondition')}
            disabled={!onRemove}
            onClick={() => onRemove?.()}
          />
        </div>
      )}
    </fieldset>
  )
}

/** Numbers as on board, from 1. */
const isNumber = (known: RuleField, value: number | null) =>
  value !== null && value >= 1 && ruleField(known.source, ofNumber(known, value)) !== null

interface NumericProps {
  label: string
  description?: string
  placeholder?: string
  /** Unit of the value; the user enters the value in the unit of their choice. */
  unit?: string
  isDifference?: boolean
  value: number | null
  onChange: (value: number | null) => void
  disabled: boolean
  error?: string | null
  min?: number
}

/** Number, or null while the field is empty. */
export function Numeric({
  value,
  unit = '',
  isDifference = false,
  onChange,
  error = null,
  ...rest
}: NumericProps) {
  const formats = useFormats()
  const own = formats.shown(unit)
  const given = (next: number) => withoutNoise(fromShown(own, next, isDifference))
  return (
    <NumberInput
      {...rest}
      decimalScale={4}
      decimalSeparator={formats.number(0.5, 1).charAt(1)}
      clampBehavior="none"
      hideControls
      error={error}
      value={value === null ? '' : toShownExactly(own, value, isDifference)}
      onChange={(next) => onChange(next === '' || Number.isNaN(Number(next)) ? null : given(Number(next)))}
    />
  )
}
