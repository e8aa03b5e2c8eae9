import { Button, Radio, Switch, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../api/user.ts'
import { DateRangePicker } from '../forms/DateRangePicker.tsx'
import { rampGradient } from '../map/colourRamp.ts'
import { HEAT_GRADIENTS, HEAT_LAYERS, setPreference, usePreference } from '../preferences/preferences.ts'
import classes from './HeatmapSettings.module.css'
import { heatDays, storedDays } from './heatDays.ts'
import { heatGradients } from './heatGradients.ts'
import { useLayerName } from './useLayerName.ts'

/** Number of layers shown before the user asks for more. */
const FEW_LAYERS = 2

/** Settings of the heatmap; the choices show while the heatmap is on. */
export function HeatmapSettings() {
  const { t } = useTranslation()
  const enabled = usePreference('heatmap')
  const days = heatDays(usePreference('heatmap-days'), new Date())
  if (!usePermission('department:trip-view')) return null
  return (
    <section>
      <h3>{t('heatmap.title')}</h3>
      <Switch
        checked={enabled}
        onChange={({ currentTarget: { checked } }) => {
          if (checked) setPreference('sea', 'off')
          setPreference('heatmap', checked)
        }}
        label={t('heatmap.show')}
      />
      {enabled && (
        <>
          <LayerChoice />
          <GradientChoice />
          <h4 className={classes.label}>{t('heatmap.days')}</h4>
          <DateRangePicker
            {...days}
            fullWidth
            onChange={(range, preset) => setPreference('heatmap-days', storedDays(range, preset))}
          />
        </>
      )}
    </section>
  )
}

function LayerChoice() {
  const { t } = useTranslation()
  const nameOf = useLayerName()
  const layer = usePreference('heatmap-layer')
  const [all, setAll] = useState(HEAT_LAYERS.indexOf(layer) >= FEW_LAYERS)
  const label = useId()
  return (
    <>
      <h4 className={classes.label} id={label}>
        {t('heatmap.layer')}
      </h4>
      <Radio.Group
        value={layer}
        onChange={(next) =>
          setPreference('heatmap-layer', HEAT_LAYERS.find((one) => one === next) ?? 'traffic')
        }
        aria-labelledby={label}
      >
        <div className={classes.layers}>
          {HEAT_LAYERS.slice(0, all ? undefined : FEW_LAYERS).map((one) => (
            <Radio key={one} value={one} label={nameOf(one)} size="sm" />
          ))}
        </div>
      </Radio.Group>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        className={classes.more}
        aria-expanded={all}
        onClick={() => setAll(!all)}
      >
        {all ? t('heatmap.less') : t('heatmap.more', { count: HEAT_LAYERS.length })}
      </Button>
    </>
  )
}

function GradientChoice() {
  const { t } = useTranslation()
  const chosen = usePreference('heatmap-gradient')
  return (
    <>
      <h4 className={classes.label}>{t('heatmap.gradient')}</h4>
      <div className={classes.gradients} role="radiogroup" aria-label={t('heatmap.gradient')}>
        {HEAT_GRADIENTS.map((gradient) => (
          <UnstyledButton
            key={gradient}
            role="radio"
            aria-checked={gradient === chosen}
            aria-label={t(`heatmap.gradients.${gradient}`)}
            title={t(`heatmap.gradients.${gradient}`)}
            className={classes.gradient}
            style={{ background: rampGradient(heatGradients[gradient]) }}
            onClick={() => setPreference('heatmap-gradient', gradient)}
          />
        ))}
      </div>
    </>
  )
}
