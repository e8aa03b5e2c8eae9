import { useTranslation } from 'react-i18next'
import { parseField } from '#contract/series.ts'
import type { DeviceStatus } from '#contract/vesselStatus.ts'

type Named = Pick<DeviceStatus, 'type' | 'instance_number' | 'instance_name'>

/** `Engine 2` or `Battery house` in the reader's language; what a vessel has only one of has no number. */
export function useDeviceName() {
  const { t } = useTranslation()
  return ({ type, instance_number, instance_name }: Named) =>
    [t(`vesselStatus.types.${type}`), instance_name ?? instance_number ?? ''].join(' ').trim()
}

/** What a field is called where its device is known. */
export function useFieldName() {
  const { t } = useTranslation()
  return (field: string) => {
    const parsed = parseField(field)
    return parsed ? t(`series.${parsed.key}`) : field
  }
}
