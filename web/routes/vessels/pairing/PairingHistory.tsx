import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pairingsQuery } from '../../../api/devices.ts'
import classes from '../../../devices/devices.module.css'
import { useFormats } from '../../../i18n/useFormats.ts'

/** Which devices were on the vessel, from when to when. */
export function PairingHistory({ vesselId }: { vesselId: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data } = useQuery(pairingsQuery(vesselId))
  if (!data || data.total === 0) return null
  return (
    <>
      <h3>{t('pairing.history')}</h3>
      <ul className={classes.history}>
        {data.data.map(({ device_id, paired_at, unpaired_at }) => (
          <li key={`${device_id} ${paired_at}`}>
            {device_id}:{' '}
            {t('pairing.span', {
              from: formats.dateTime(Date.parse(paired_at)),
              until: unpaired_at ? formats.dateTime(Date.parse(unpaired_at)) : t('pairing.now'),
            })}
          </li>
        ))}
      </ul>
    </>
  )
}
