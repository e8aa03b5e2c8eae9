import { Button, Modal, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { DatePreset } from '#contract/domain/datePresets.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { lazyPart } from '../loading/parts.ts'
import { Icon } from '../ui/Icon.tsx'
import { usePhone } from '../ui/usePhone.ts'
import classes from './DateRangePicker.module.css'
import { type DayRange, rangeWords } from './dayRange.ts'

interface Props {
  /** Days as YYYY-MM-DD, both included. */
  from: string | undefined
  to: string | undefined
  /** `preset` is the preset that the user chose by name, or null for days chosen in the calendar. */
  onChange: (range: DayRange, preset: DatePreset | null) => void
  fullWidth?: boolean
}

// Loaded separately, because the calendar is large and rarely opened.
const DateRangePanel = lazyPart(() => import('./DateRangePanel.tsx').then((loaded) => loaded.DateRangePanel))

/** Range of days, chosen as a preset or in a calendar; a choice takes effect when the user applies it. */
export function DateRangePicker({ from, to, onChange, fullWidth = false }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const phone = usePhone()
  const [opened, { open, close }] = useDisclosure(false)
  const button = (
    <Button
      variant="default"
      fullWidth={fullWidth}
      className={classes.button}
      leftSection={<Icon of={IconCalendar} size={16} />}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={opened ? close : open}
    >
      {from || to ? rangeWords(formats, { from, to }) : t('trips.date')}
    </Button>
  )
  const panel = opened && (
    <Suspense fallback={<div className={classes.waiting} />}>
      <DateRangePanel
        from={from}
        to={to}
        months={phone ? 1 : 2}
        onCancel={close}
        onApply={(range, preset) => {
          onChange(range, preset)
          close()
        }}
      />
    </Suspense>
  )
  if (phone) {
    return (
      <>
        {button}
        <Modal
          opened={opened}
          onClose={close}
          title={t('dates.range')}
          fullScreen
          closeButtonProps={{ 'aria-label': t('common.close') }}
          classNames={{ content: classes.sheet, body: classes.sheetBody }}
        >
          {panel}
        </Modal>
      </>
    )
  }
  return (
    <Popover
      opened={opened}
      onChange={(next) => !next && close()}
      position="bottom-end"
      trapFocus
      returnFocus
      // Above a drawer that contains the field.
      zIndex={400}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('dates.range')}>
        {panel}
      </Popover.Dropdown>
    </Popover>
  )
}
