import { useTranslation } from 'react-i18next'
import type { Levelling, SensorMounting } from '#contract/wire/sensorMounting.ts'
import { useFormats } from '../../../../i18n/useFormats.ts'

/** Describes a mounting in sentences. */
export function useMountingWords() {
  const { t } = useTranslation()
  const formats = useFormats()
  const degrees = (value: number) => `${formats.number(Math.abs(value), 1)}${formats.unit('°')}`
  return {
    since: ({ valid_from }: Pick<SensorMounting, 'valid_from'>) =>
      valid_from === null ? t('mounting.always') : formats.dateTime(Date.parse(valid_from)),
    axes: ({ x_axis, z_axis }: Pick<SensorMounting, 'x_axis' | 'z_axis'>) =>
      t('mounting.axes', { x: t(`mounting.towards.${x_axis}`), z: t(`mounting.towards.${z_axis}`) }),
    lean: ({ roll, pitch }: Levelling) =>
      t('mounting.lean', {
        roll: t(roll < 0 ? 'mounting.toPort' : 'mounting.toStarboard', { angle: degrees(roll) }),
        pitch: t(pitch < 0 ? 'mounting.bowDown' : 'mounting.bowUp', { angle: degrees(pitch) }),
      }),
    minute: ({ level_from }: Levelling) => formats.dateTime(Date.parse(level_from)),
    gravityError: ({ gravity_error }: Levelling) =>
      gravity_error === null
        ? null
        : t('mounting.gravityError', { error: `${formats.number(gravity_error, 2)} ${formats.unit('g')}` }),
  }
}
