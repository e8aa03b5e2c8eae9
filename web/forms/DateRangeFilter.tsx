import { Button, Popover, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DATE_PRESETS, presetRange, toDay } from '#contract/datePresets.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './DateRangeFilter.module.css'

interface Props {
  /** Days as YYYY-MM-DD, both included. */
  from: string | undefined
  to: string | undefined
  onChange: (range: { from: string | undefined; to: string | undefined }) => void
}

/** A span of days: a preset at one click, or two days of one's own. No day lies in the future. */
export function DateRangeFilter({ from, to, onChange }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [opened, { open, close }] = useDisclosure(false)
  const [own, setOwn] = useState({ from: from ?? '', to: to ?? '' })
  const today = toDay(new Date())
  const show = (day: string | undefined) => (day ? formats.date(new Date(`${day}T00:00`).getTime()) : '…')
  const apply = (range: { from: string; to: string }) => {
    onChange({ from: range.from || undefined, to: range.to || undefined })
    close()
  }
  return (
    <Popover opened={opened} onChange={(next) => !next && close()} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<Icon of={IconCalendar} size={16} />}
          onClick={() => {
            setOwn({ from: from ?? '', to: to ?? '' })
            open()
          }}
        >
          {from || to ? `${show(from)} – ${show(to)}` : t('trips.date')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.range}>
          <div className={classes.presets}>
            {DATE_PRESETS.map((preset) => (
              <Button
                key={preset}
                variant="subtle"
                color="gray"
                justify="flex-start"
                onClick={() => apply(presetRange(preset, new Date()))}
              >
                {t(`dates.${preset}`)}
              </Button>
            ))}
          </div>
          <form
            className={classes.own}
            onSubmit={(event) => {
              event.preventDefault()
              apply(own)
            }}
          >
            {(['from', 'to'] as const).map((end) => (
              <TextInput
                key={end}
                type="date"
                label={t(`dates.${end}`)}
                min="2020-02-01"
                max={today}
                value={own[end]}
                onChange={(event) => {
                  const { value } = event.currentTarget
                  setOwn((now) => ({ ...now, [end]: value }))
                }}
              />
            ))}
            <div className={classes.buttons}>
              <Button variant="default" onClick={close}>
                {t('common.cancel')}
              </Button>
              <Button type="submit">{t('dates.apply')}</Button>
            </div>
          </form>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
