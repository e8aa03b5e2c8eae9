import { Popover, Select, Switch } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isSuper } from '#contract/permissions.ts'
import { VESSEL_KINDS } from '#contract/vessel.ts'
import { useUser } from '../api/user.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Segment } from '../ui/Segment.tsx'
import type { Axes, Axis } from './attitude.ts'
import type { HullKind } from './loftHull.ts'
import classes from './ReplayWindow.module.css'

interface Props {
  axes: Axes
  onAxes: (axes: Axes) => void
  showAxes: boolean
  onShowAxes: (shown: boolean) => void
  kind: HullKind
  onKind: (kind: HullKind) => void
}

const TURNS = ['roll', 'pitch', 'yaw'] as const
const AXIS_CHOICE = (['x', 'y', 'z'] as const).map((value) => ({ value, label: value.toUpperCase() }))

/** How the sensor sits in the boat; super users also try other models. */
export function ReplaySettings({ axes, onAxes, showAxes, onShowAxes, kind, onKind }: Props) {
  const { t } = useTranslation()
  const mayChooseModel = isSuper(useUser().role_id)
  return (
    <Popover position="bottom-end" width={280} withinPortal trapFocus>
      <Popover.Target>
        <IconButton icon={IconSettings} label={t('replay.settings')} size={28} />
      </Popover.Target>
      <Popover.Dropdown className={classes.settings}>
        {mayChooseModel && (
          <Select
            comboboxProps={{ withinPortal: false }}
            label={t('replay.model')}
            allowDeselect={false}
            value={kind}
            onChange={(next) => next && onKind(next)}
            data={VESSEL_KINDS.map((value) => ({ value, label: t(`replay.models.${value}`) }))}
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
