import { useTranslation } from 'react-i18next'
import { parseField, SERIES } from '#contract/domain/series.ts'
import type { DeviceStatus } from '#contract/wire/vesselStatus.ts'
import { currentLanguage } from '../../../../i18n/i18n.ts'

type Named = Pick<DeviceStatus, 'type' | 'instance_number' | 'instance_name'>

/** `Engine 2` or `Battery house` in the reader's language; the only one of its kind has no number. */
export function useDeviceName() {
  const { t } = useTranslation()
  return ({ type, instance_number, instance_name }: Named) =>
    [t(`vesselStatus.types.${type}`), instance_name ?? instance_number ?? ''].join(' ').trim()
}

/** Name of a field whose device is known, in the reader's language. */
export function useFieldName() {
  // Renders again when the reader changes the language.
  useTranslation()
  return (field: string) => {
    const parsed = parseField(field)
    return parsed ? SERIES[parsed.key].labels[currentLanguage()] : field
  }
}
