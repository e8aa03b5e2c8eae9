import { Button } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DATE_PRESETS, type DatePreset, presetRange, toDay } from '#contract/domain/datePresets.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useKeysHere } from '../keys/keysHere.ts'
import classes from './DateRangePicker.module.css'
import { type DayRange, presetOf, rangeWords } from './dayRange.ts'
import { useCalendar } from './useCalendar.ts'

interface Props {
  from: string | undefined
  to: string | undefined
  /** Number of months side by side. */
  months: number
  onCancel: () => void
  onApply: (range: DayRange, preset: DatePreset | null) => void
}

/** First day of the calendar: the first whole month that can contain a trip. */
const FIRST_DAY = '2020-02-01'

/** Presets beside a calendar. A choice takes effect when the user applies it, and no day lies in the future. */
export function DateRangePanel({ from, to, months, onCancel, onApply }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const calendar = useCalendar()
  const name = useId()
  const [now] = useState(() => new Date())
  const [days, setDays] = useState<[string | null, string | null]>([from ?? null, to ?? null])
  const [preset, setPreset] = useState<DatePreset | null>(() => presetOf(rangeOf([from, to]), now))
  const [shown, setShown] = useState(() => monthBefore(to ?? toDay(now), months - 1))
  useKeysHere('calendar')
  const choose = (next: DatePreset | null) => {
    setPreset(next)
    if (!next) return
    const range = presetRange(next, now)
    setDays([range.from, range.to])
    setShown(monthBefore(range.to, months - 1))
  }
  const [first, last] = days
  return (
    <form
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (first && last) onApply({ from: first, to: last }, preset)
      }}
    >
      <div className={classes.choice}>
        <fieldset ref={focusChosen} className={classes.presets} aria-label={t('dates.presets')}>
          {([null, ...DATE_PRESETS] as const).map((choice) => (
            <label key={choice ?? 'custom'} className={classes.preset}>
              <input type="radio" name={name} checked={choice === preset} onChange={() => choose(choice)} />
              {t(choice ? `dates.${choice}` : 'dates.custom')}
            </label>
          ))}
        </fieldset>
        <div className={classes.calendar}>
          <DatePicker
            {...calendar}
            type="range"
            allowSingleDateInRange
            numberOfColumns={months}
            columnsToScroll={1}
            fullWidth={months === 1}
            minDate={FIRST_DAY}
            maxDate={toDay(now)}
            date={shown}
            onDateChange={setShown}
            value={days}
            onChange={(next) => {
              setDays(next)
              setPreset(null)
            }}
          />
        </div>
      </div>
      <div className={classes.foot}>
        <output className={classes.words}>
          {first && !last
            ? `${rangeWords(formats, { from: first, to: first })} – ${t('dates.chooseEnd')}`
            : first && last && rangeWords(formats, { from: first, to: last })}
        </output>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={!first || !last}>
          {t('dates.apply')}
        </Button>
      </div>
    </form>
  )
}

/** Sets the focus itself, because the panel appears after its popover looked for an element to focus. */
const focusChosen = (presets: HTMLElement | null) =>
  presets?.querySelector<HTMLInputElement>('input:checked')?.focus()

const rangeOf = ([from, to]: [string | undefined, string | undefined]): Partial<DayRange> => ({
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
})

/** First day of the month that lies `months` before the month of `day`, not before the start of the calendar. */
function monthBefore(day: string, months: number): string {
  const [year = 2020, month = 2] = day.split('-').map(Number)
  const first = toDay(new Date(year, month - 1 - months, 1))
  return first < FIRST_DAY ? FIRST_DAY : first
}
