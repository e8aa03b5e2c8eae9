import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseField } from '#contract/domain/series.ts'
import type { LogImport } from '#contract/wire/logImport.ts'
import {
  COLUMN_FIELDS,
  COLUMN_PLACES,
  NEEDED_PLACES,
  type TableColumn,
  type TableTop,
  unitsOf,
} from '#contract/wire/tableColumns.ts'
import { answerLog } from '../api/logs.ts'
import { useSave } from '../forms/useSave.ts'
import { useSeriesName } from '../plots/useSeriesName.ts'
import classes from './LogImports.module.css'

const OFFERED: readonly string[] = [...COLUMN_PLACES, ...COLUMN_FIELDS]

interface Answer {
  meaning: string | null
  detail: string | null
}

/** Form for a table whose headings do not name time and position: the user chooses the meaning of each column. */
export function AskColumns({ log, top }: { log: LogImport; top: TableTop }) {
  const { t } = useTranslation()
  const nameOf = useSeriesName()
  const [answers, setAnswers] = useState<readonly Answer[]>(() =>
    top.map(({ meaning }) => ({ meaning, detail: null })),
  )
  const columns = top.flatMap(({ heading }, i): TableColumn[] => {
    const { meaning = null, detail = null } = answers[i] ?? {}
    return meaning === null ? [] : [{ heading, meaning, detail: detail || null }]
  })
  const save = useSave({
    save: () => answerLog(log, { columns }),
    success: () => null,
    failure: 'logs.dayFailed',
    affects: ['logs'],
  })
  const update = (at: number, change: Partial<Answer>) =>
    setAnswers(answers.map((one, i) => (i === at ? { ...one, ...change } : one)))
  const isWhole = NEEDED_PLACES.every((place) => columns.some(({ meaning }) => meaning === place))
  const options = (own: string | null) =>
    [
      ...COLUMN_PLACES.map((place) => ({ value: place as string, label: t(`logs.place.${place}`) })),
      ...COLUMN_FIELDS.map((field) => ({ value: field as string, label: nameOf(field) })),
      // The meaning found in the heading stays an option, even where the list does not offer it.
      ...(own === null || OFFERED.includes(own) ? [] : [{ value: own, label: nameOf(own) }]),
    ].filter(({ value }) => value === own || !answers.some(({ meaning }) => meaning === value))
  return (
    <div className={classes.columns}>
      <p>{t('logs.askColumns')}</p>
      <ul>
        {top.map(({ heading, cells }, at) => {
          const { meaning = null, detail = null } = answers[at] ?? {}
          const field = meaning === null ? null : parseField(meaning)
          const units = field ? unitsOf(field.key).filter((unit) => unit !== '') : []
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name, and none moves
            <li key={at}>
              <span className={classes.heading}>
                <strong>{heading}</strong>
                <small>{t('logs.example', { cells: cells.slice(0, 2).join(' · ') })}</small>
              </span>
              <Select
                aria-label={t('logs.meaningOf', { column: heading })}
                placeholder={t('logs.notRead')}
                data={options(meaning)}
                value={meaning}
                onChange={(value) => update(at, { meaning: value, detail: null })}
                clearable
                searchable
              />
              {units.length > 1 && (
                <Select
                  aria-label={t('logs.unitOf', { column: heading })}
                  data={units}
                  value={detail ?? units[0] ?? null}
                  onChange={(value) => update(at, { detail: value })}
                  allowDeselect={false}
                />
              )}
              {meaning === 'vessel' && (
                <TextInput
                  aria-label={t('logs.whichVessel', { column: heading })}
                  placeholder={cells[0] ?? ''}
                  maxLength={100}
                  value={detail ?? ''}
                  onChange={({ currentTarget }) => update(at, { detail: currentTarget.value })}
                />
              )}
            </li>
          )
        })}
      </ul>
      <Button disabled={!isWhole} loading={save.isPending} onClick={() => save.mutate(undefined)}>
        {t('logs.import')}
      </Button>
    </div>
  )
}
