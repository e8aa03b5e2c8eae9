import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NamesState } from '../loading/namesState.ts'
import classes from './Rules.module.css'

export interface ManyOption {
  value: string
  label: string
  /** Icon with words: a warning to read before choosing the option. */
  mark?: ReactNode
}

interface Props {
  label: string
  hint?: string
  /** Meaning of an empty choice, shown while no option is chosen. */
  placeholder: string
  options: readonly ManyOption[]
  /** Loading state of the options. */
  names?: NamesState
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  disabled?: boolean
  error?: string | null | undefined
}

/** Number of chips before the user asks for all. */
const CHIPS = 3
/** Most options in the list; the user types to narrow them down. */
const SHOWN_OPTIONS = 50

/** Field for several options of many, searchable by typing; the first few are shown as chips. */
export function ManyField(props: Props) {
  const { label, hint, placeholder, options, value, onChange } = props
  const { disabled = false, error, names = 'known' } = props
  const { t } = useTranslation()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [search, setSearch] = useState('')
  const [isWhole, setWhole] = useState(false)
  const byId = new Map(options.map((option) => [option.value, option]))
  const sought = search.trim().toLocaleLowerCase()
  const found = options.filter(
    (option) => !value.includes(option.value) && option.label.toLocaleLowerCase().includes(sought),
  )
  const nameOf = (id: string) => byId.get(id)?.label ?? (names === 'known' ? t('common.unknown') : '…')
  const shown = isWhole ? value : value.slice(0, CHIPS)
  const rest = value.length - shown.length
  const drop = (id: string) => onChange(value.filter((other) => other !== id))
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        onChange([...value, id])
        setSearch('')
      }}
    >
      <Combobox.DropdownTarget>
        <PillsInput
          label={label}
          description={hint}
          error={error || (names === 'failed' && t('common.namesFailed'))}
          disabled={disabled}
          classNames={{ input: classes.pills ?? '' }}
          onClick={() => combobox.openDropdown()}
        >
          <Pill.Group>
            {shown.map((id) => (
              <Pill
                key={id}
                withRemoveButton={!disabled}
                onRemove={() => drop(id)}
                removeButtonProps={{
                  'aria-label': t('rules.remove', { name: nameOf(id) }),
                }}
              >
                <span className={classes.chip}>
                  {nameOf(id)}
                  {byId.get(id)?.mark}
                </span>
              </Pill>
            ))}
            {rest > 0 && (
              <button type="button" className={classes.moreChips} onClick={() => setWhole(true)}>
                {t('rules.more', { count: rest })}
              </button>
            )}
            <Combobox.EventsTarget>
              <PillsInput.Field
                aria-label={label}
                placeholder={value.length === 0 ? placeholder : ''}
                value={search}
                disabled={disabled}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  combobox.openDropdown()
                  combobox.updateSelectedOptionIndex()
                  setSearch(event.currentTarget.value)
                }}
                onKeyDown={(event) => {
                  const last = value.at(-1)
                  if (event.key === 'Backspace' && search === '' && last) drop(last)
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options mah={240} style={{ overflowY: 'auto' }} aria-label={label}>
          {found.slice(0, SHOWN_OPTIONS).map((option) => (
            <Combobox.Option key={option.value} value={option.value}>
              <span className={classes.chip}>
                {option.label}
                {option.mark}
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('palette.nothing')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
