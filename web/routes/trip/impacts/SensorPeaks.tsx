import { useTranslation } from 'react-i18next'
import type { ImpactReport } from '#contract/wire/impact.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { ImpactTrack } from '../../../ui/ImpactBar.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import classes from './SensorPeaks.module.css'

/** Peak of each sensor over the whole trip. */
export function SensorPeaks({ sensors, limitG }: { sensors: ImpactReport['sensors']; limitG: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <Panel title={t('impacts.bySensor')} aside={<span className={classes.word}>{t('impacts.peak')}</span>}>
      <ul className={classes.sensors}>
        {sensors.map(({ sensor_id, bq_sensor_id, sensor_label, impact_count, peak_impact, offset }) => (
          <li key={sensor_id}>
            <span className={classes.name}>{t('impacts.sensor', { number: bq_sensor_id })}</span>
            <span className={classes.peak}>
              <Quantity value={peak_impact} unit="g" />
            </span>
            <span className={classes.place}>{sensor_label}</span>
            <span className={classes.count}>{t('impacts.impacts', { count: impact_count })}</span>
            <span className={classes.bar}>
              <ImpactTrack g={peak_impact ?? 0} limitG={limitG} width="100%" />
            </span>
            {offset !== null && (
              <span className={classes.offset}>
                {t('impacts.sensorOffset', { offset: formats.quantity(offset, 'g') })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
