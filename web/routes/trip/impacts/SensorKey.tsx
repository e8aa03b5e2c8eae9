import { useTranslation } from 'react-i18next'
import type { SensorImpact } from '#contract/wire/impact.ts'
import { Quantity } from '../../../ui/Quantity.tsx'
import { useTokens } from '../../../ui/useTokens.ts'
import classes from './EventDirections.module.css'
import { sensorName } from './sensorName.ts'

/** Legend of the arrows by sensor, in the colours of the profile. */
export function SensorKey({ impacts }: { impacts: readonly SensorImpact[] }) {
  const { t } = useTranslation()
  const { chart } = useTokens()
  return (
    <ul className={classes.key}>
      {impacts.map((impact, slot) => (
        <li key={impact.sensor_id}>
          <span style={{ background: chart[slot % chart.length] }} />
          {sensorName(t, impact)} <Quantity value={impact.peak_impact} unit="g" />
        </li>
      ))}
    </ul>
  )
}
