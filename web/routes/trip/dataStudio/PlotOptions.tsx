import { NumberInput, Popover, Switch } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSmoothingWindow, SMOOTHING_WINDOW } from '#web/plots/smoothEntries.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Segment } from '#web/ui/Segment.tsx'
import classes from './Studio.module.css'
import { CHART_FORMS, type StudioPlot } from './studio.ts'

interface Props {
  chart: StudioPlot
  onChange: (change: Partial<StudioPlot>) => void
}

/** Options of how a plot draws its series. */
export function PlotOptions({ chart, onChange }: Props) {
  const { t } = useTranslation()
  const { usual, min, max } = SMOOTHING_WINDOW
  const [window, setWindow] = useState<number | ''>(chart.smoothing ?? usual)
  const hintId = useId()
  return (
    <Popover position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <IconButton size={28} icon={IconAdjustmentsHorizontal} label={t('dataStudio.options')} />
      </Popover.Target>
      <Popover.Dropdown className={classes.options} aria-label={t('dataStudio.options')}>
        <Segment
          label={t('dataStudio.form')}
          small
          fullWidth
          value={chart.form}
          onChange={(form) => onChange({ form })}
          options={CHART_FORMS.map((form) => ({ value: form, label: t(`dataStudio.forms.${form}`) }))}
        />
        <Switch
          label={t('dataStudio.smooth')}
          aria-describedby={hintId}
          checked={chart.smoothing !== null}
          onChange={({ currentTarget }) =>
            onChange({
              smoothing: currentTarget.checked ? (isSmoothingWindow(window) ? window : usual) : null,
            })
          }
        />
        <p id={hintId} className={classes.hint}>
          {t('dataStudio.smoothHint')}
        </p>
        {chart.smoothing !== null && (
          <NumberInput
            label={t('dataStudio.window')}
            min={min}
            max={max}
            step={2}
            allowDecimal={false}
            value={window}
            error={isSmoothingWindow(window) ? null : t('dataStudio.windowOdd', { min, max })}
            onChange={(next) => {
              setWindow(typeof next === 'number' ? next : '')
              if (isSmoothingWindow(next)) onChange({ smoothing: next })
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
