import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ReplayWindow.module.css'

interface Props {
  sensors: readonly number[]
  sensor: number
  onSensor: (sensor: number) => void
}

/** Choice of the motion sensor whose attitude is replayed. */
export function SensorChoice({ sensors, sensor, onSensor }: Props) {
  const { t } = useTranslation()
  return (
    <Select
      className={classes.sensor}
      size="sm"
      aria-label={t('replay.chooseSensor')}
      allowDeselect={false}
      value={String(sensor)}
      onChange={(next) => onSensor(Number(next))}
      data={sensors.map((number) => ({ value: String(number), label: t('replay.sensor', { number }) }))}
    />
  )
}
