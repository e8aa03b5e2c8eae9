import { Button, Popover, Select, Switch } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSuper } from '#contract/domain/permissions.ts'
import { VESSEL_KINDS } from '#contract/wire/vessel.ts'
import { modelsQuery } from '../api/models.ts'
import { usePermission, useUser } from '../api/user.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Segment } from '../ui/Segment.tsx'
import type { Axes, Axis } from './attitude.ts'
import classes from './ReplayWindow.module.css'
import { VesselModelDialog } from './VesselModelDialog.tsx'

interface Props {
  axes: Axes
  onAxes: (axes: Axes) => void
  showAxes: boolean
  onShowAxes: (shown: boolean) => void
  vessel: { id: string; name: string }
  /** Shape in which the boat is drawn: a kind of hull, or the address of a model. */
  look: string
  /** Null for the vessel's usual shape. */
  onLook: (look: string | null) => void
}

const TURNS = ['roll', 'pitch', 'yaw'] as const
const AXIS_CHOICE = (['x', 'y', 'z'] as const).map((value) => ({ value, label: value.toUpperCase() }))

/** Settings for the mounting of the sensor; super users can also try other models. */
export function ReplaySettings({ axes, onAxes, showAxes, onShowAxes, vessel, look, onLook }: Props) {
  const { t } = useTranslation()
  const mayChooseModel = isSuper(useUser().role_id)
  const mayEdit = usePermission('vessel:vessel-edit', vessel.id)
  const { data: models = [] } = useQuery({ ...modelsQuery(), enabled: mayChooseModel })
  const { data: own = [] } = useQuery(modelsQuery(vessel.id))
  const [opened, setOpened] = useState(false)
  const [changing, setChanging] = useState(false)
  const change = () => {
    setOpened(false)
    setChanging(true)
  }
  return (
    <>
      <Popover position="bottom-end" width={280} withinPortal trapFocus opened={opened} onChange={setOpened}>
        <Popover.Target>
          <IconButton
            icon={IconSettings}
            label={t('replay.settings')}
            size={28}
            onClick={() => setOpened(!opened)}
          />
        </Popover.Target>
        <Popover.Dropdown className={classes.settings}>
          {mayChooseModel && (
            <Select
              comboboxProps={{ withinPortal: false }}
              label={t('replay.model')}
              allowDeselect={false}
              value={look}
              onChange={(next) => next && onLook(next)}
              data={[
                {
                  group: t('replay.lofted'),
                  items: VESSEL_KINDS.map((value) => ({ value, label: t(`replay.models.${value}`) })),
                },
                {
                  group: t('replay.uploaded'),
                  items: models.map(({ url, vessel_name }) => ({
                    value: url,
                    label: vessel_name || t('shared.boat'),
                  })),
                },
              ]}
            />
          )}
          {mayEdit && (
            <div className={classes.own}>
              <span>
                {!mayChooseModel && t('replay.model')}
                <strong>{own[0]?.file_name ?? t('replay.lofted')}</strong>
              </span>
              <Button variant="default" size="xs" onClick={change}>
                {t('replay.changeModel')}
              </Button>
            </div>
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
      {changing && (
        <VesselModelDialog
          vessel={vessel}
          onClose={() => {
            setChanging(false)
            onLook(null)
          }}
        />
      )}
    </>
  )
}
