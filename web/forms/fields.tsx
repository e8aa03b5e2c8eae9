/** Mantine inputs bound to a field of useForm: name, value, problem, and whether the field may stay empty. */
import { NumberInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fromShown, toShownExactly } from '#contract/domain/unitChoice.ts'
import { withoutNoise } from '#contract/domain/units.ts'
import { useFormats } from '../i18n/useFormats.ts'
import classes from './fields.module.css'
import type { Field } from './useForm.ts'
import { useProblemWords } from './useProblemWords.ts'

interface Common<Value> {
  field: Field<Value>
  label: string
  hint?: string | undefined
  disabled?: boolean
}

interface TextProps extends Omit<Common<string>, 'field'> {
  field: Omit<Field<string>, 'value' | 'theirs'> & {
    value: string | null | undefined
    theirs?: string | null | undefined
  }
  type?: 'text' | 'email' | 'tel' | 'search'
  autoComplete?: string
  maxLength?: number
}

export function TextField({ field, type = 'text', autoComplete = 'off', maxLength, ...rest }: TextProps) {
  return (
    <TextInput
      {...useLook(field, rest, field.theirs)}
      type={type}
      autoComplete={autoComplete}
      {...(maxLength ? { maxLength } : {})}
      value={field.value ?? ''}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

export function PasswordField({
  field,
  autoComplete,
  ...rest
}: Common<string> & { autoComplete: 'current-password' | 'new-password' }) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      {...useLook(field, rest)}
      autoComplete={autoComplete}
      visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
      value={field.value}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

interface NumberProps extends Omit<Common<number>, 'field'> {
  field: Omit<Field<number>, 'value' | 'onChange' | 'theirs'> & {
    value: number | null | undefined
    theirs?: number | null | undefined
    onChange: (value: never) => void
  }
  /** Unit of the API, which the value keeps: kn, m, g … */
  unit: string
}

/** Measured quantity, shown and typed in the reader's unit, in steps of a tenth. */
export function NumberField({ field, unit, label, ...rest }: NumberProps) {
  const formats = useFormats()
  const own = formats.shown(unit)
  return (
    <NumberInput
      {...useLook(
        field,
        { label: `${label} (${formats.unit(unit)})`, ...rest },
        typeof field.theirs === 'number' ? String(toShownExactly(own, field.theirs)) : field.theirs,
      )}
      step={0.1}
      min={0}
      decimalScale={3}
      decimalSeparator={formats.number(0.5, 1).charAt(1)}
      clampBehavior="none"
      value={typeof field.value === 'number' ? toShownExactly(own, field.value) : ''}
      onChange={(value) =>
        field.onChange((value === '' ? null : withoutNoise(fromShown(own, Number(value)))) as never)
      }
    />
  )
}

interface ChoiceProps<Value extends string> extends Common<Value> {
  options: readonly { value: Value; label: string }[]
  placeholder?: string
  searchable?: boolean
}

export function ChoiceField<Value extends string>(props: ChoiceProps<Value>) {
  const { field, options, placeholder, searchable = false, ...rest } = props
  const { t } = useTranslation()
  return (
    <Select
      {...useLook(field, rest, options.find(({ value }) => value === field.theirs)?.label ?? field.theirs)}
      data={options}
      placeholder={placeholder ?? ''}
      searchable={searchable}
      allowDeselect={!field.required}
      nothingFoundMessage={t('palette.nothing')}
      value={field.value || null}
      onChange={(value) => field.onChange((value ?? '') as Value)}
    />
  )
}

/** Switch with its name on the left and a description below. */
export function SwitchRow({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
  inner = false,
}: {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  inner?: boolean
}) {
  return (
    <Switch
      classNames={{ root: classes.switchRow, body: classes.switchBody, labelWrapper: classes.switchWords }}
      wrapperProps={{ 'data-inner': inner || undefined }}
      labelPosition="left"
      label={label}
      description={hint}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function useLook(
  field: Pick<Field<unknown>, 'name' | 'problem' | 'required'>,
  { label, hint, disabled }: Omit<Common<unknown>, 'field'>,
  theirs?: string | null,
) {
  const { t } = useTranslation()
  const words = useProblemWords()
  return {
    name: field.name,
    label: field.required ? label : <Optional label={label} marker={t('form.optional')} />,
    description: theirs === undefined ? (hint ?? null) : <Theirs value={theirs || '–'} />,
    disabled: disabled ?? false,
    'aria-required': field.required,
    error: field.problem ? words(field.problem) : null,
  }
}

/** Value that another user has stored in a field since this user began to change it. */
export function Theirs({ value }: { value: string }) {
  const { t } = useTranslation()
  return <span className={classes.theirs}>{t('form.theirs', { value })}</span>
}

function Optional({ label, marker }: { label: string; marker: string }) {
  return (
    <span className={classes.label}>
      {label} <span className={classes.optional}>{marker}</span>
    </span>
  )
}
