import { Button, Checkbox, Popover, TextInput } from '@mantine/core'
import { IconChartDots, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeriesKey } from '#contract/domain/series.ts'
import { SERIES_GROUPS } from '#contract/domain/seriesRows.ts'
import { toast } from '#web/toasts/toast.ts'
import { CountBadge } from '#web/ui/CountBadge.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { fieldChoices, MOST_SERIES } from './fieldChoices.ts'
import classes from './SeriesPicker.module.css'
import { useSeriesName } from './useSeriesName.ts'

interface Props {
  fields: readonly string[]
  onChange: (fields: readonly string[]) => void
  /** Fields that have data; undefined until that is known. */
  available: readonly string[] | undefined
  /** Names of engines, batteries and tanks that have a name, by field. */
  names?: Readonly<Record<string, string>> | undefined
  /** Series that this plot cannot show. */
  without?: readonly SeriesKey[]
  /** Side of the button on which the menu opens. */
  position?: 'top-end' | 'bottom-end'
}

/** Choice of the series that a plot shows, with one option for each engine, battery or sensor. */
export function SeriesPicker(props: Props) {
  const { fields, onChange, available, names = {}, without = [], position = 'top-end' } = props
  const { t } = useTranslation()
  const nameOf = useSeriesName()
  const [search, setSearch] = useState('')
  const toggle = (field: string) => {
    if (fields.includes(field)) return onChange(fields.filter((other) => other !== field))
    if (fields.length >= MOST_SERIES) return toast.failure('chart.tooMany')
    onChange([...fields, field])
  }
  const sought = search.trim().toLowerCase()
  const choices = fieldChoices(available, fields).filter(
    ({ key }) => !without.includes(key) && nameOf(key).toLowerCase().includes(sought),
  )
  return (
    <Popover position={position} width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="sm"
          variant="default"
          leftSection={<Icon of={IconChartDots} size={16} />}
          rightSection={<CountBadge count={fields.length} />}
        >
          {t('chart.series')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.choice} aria-label={t('chart.series')}>
        <TextInput
          className={classes.search}
          aria-label={t('top.search')}
          placeholder={t('top.search')}
          leftSection={<Icon of={IconSearch} size={16} />}
          value={search}
          data-autofocus
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <div className={classes.choices}>
          {SERIES_GROUPS.map((group) => {
            const found = choices.filter((choice) => choice.group === group)
            return (
              found.length > 0 && (
                <fieldset key={group}>
                  <legend>{t(`seriesGroup.${group}`)}</legend>
                  {found.map(({ key, options, hasData }) => (
                    <div key={key} className={classes.row} data-empty={!hasData || undefined}>
                      {options.length > 1 && <span>{nameOf(key)}</span>}
                      {options.map(({ field, instance }) => (
                        <Checkbox
                          key={field}
                          size="xs"
                          label={
                            options.length === 1
                              ? nameOf(key, names[field])
                              : (names[field] ?? (instance === 0 ? t('chart.whole') : instance))
                          }
                          aria-label={nameOf(options.length === 1 ? key : field, names[field])}
                          checked={fields.includes(field)}
                          onChange={() => toggle(field)}
                        />
                      ))}
                    </div>
                  ))}
                </fieldset>
              )
            )
          })}
          {choices.length === 0 && <p className={classes.none}>{t('palette.nothing')}</p>}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
