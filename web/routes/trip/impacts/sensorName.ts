import type { Translate } from '../../../i18n/i18n.ts'

/** Name of a sensor on board, or its number. */
export const sensorName = (
  t: Translate,
  { bq_sensor_id: number, sensor_label: name }: { bq_sensor_id: number; sensor_label: string | null },
) => (name ? t('impacts.sensorNamed', { number, name }) : t('impacts.sensor', { number }))
