import { Popover, Select, Switch } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/IconButton.tsx'
import { Segment } from '../ui/Segment.tsx'
import type { Axes, Axis } from './attitude.ts'
import classes from './ReplayWindow.module.css'
import { CAMERA_VIEWS, type CameraView } from './scene.ts'

interface Props {
  axes: Axes
  onAxes: (axes: Axes) => void
  showAxes: boolean
  onShowAxes: (shown: boolean) => void
  view: CameraView
  onView: (view: CameraView) => void
  sensors: readonly number[]
  sensor: number | null
  onSensor: (sensor: number) => void
}

const TURNS = ['roll', 'pitch', 'yaw'] as const
const AXIS_CHOICE = (['x', 'y', 'z'] as const).map((value) => ({ value, label: value.toUpperCase() }))

export function ReplaySettings(props: Props) {
  const { axes, onAxes, showAxes, onShowAxes, view, onView, sensors, sensor, onSensor } = props
  const { t } = useTranslation()
  const inside = { comboboxProps: { withinPortal: false } }
  return (
    <Popover position="bottom-end" width={280} withinPortal trapFocus>
      <Popover.Target>
        <IconButton icon={IconSettings} label={t('replay.settings')} size={28} />
      </Popover.Target>
      <Popover.Dropdown className={classes.settings}>
        <Select
          {...inside}
          label={t('replay.view')}
          allowDeselect={false}
          value={view}
          onChange={(next) => next && onView(next as CameraView)}
          data={CAMERA_VIEWS.map((value) => ({ value, label: t(`replay.views.${value}`) }))}
        />
        {sensors.length > 0 && (
          <Select
            {...inside}
            label={t('replay.chooseSensor')}
            allowDeselect={false}
            value={String(sensor)}
            onChange={(next) => onSensor(Number(next))}
            data={sensors.map((number) => ({ value: String(number), label: t('replay.sensor', { number }) }))}
          />
        )}
        <Switch
          label={t('replay.showAxes')}
          checked={showAxes}
          onChange={(event) => onShowAxes(event.currentTarget.checked)}
        />
        {TURNS.map((turn) => (
          <div key={turn} className={classes.turn}>
            <span>{t(`replay.${turn}`)}</span>
            <Segment<Axis>
              small
              label={t(`replay.${turn}`)}
              value={axes[turn].axis}
              onChange={(axis) => onAxes({ ...axes, [turn]: { ...axes[turn], axis } })}
              options={AXIS_CHOICE}
            />
            <Switch
              size="sm"
              label={t('replay.invert')}
              checked={axes[turn].inverted}
              onChange={(event) =>
                onAxes({ ...axes, [turn]: { ...axes[turn], inverted: event.currentTarget.checked } })
              }
            />
          </div>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
