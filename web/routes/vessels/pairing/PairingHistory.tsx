import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pairingsQuery } from '../../../api/devices.ts'
import classes from '../../../devices/devices.module.css'
import { useFormats } from '../../../i18n/useFormats.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'

/** Devices of the vessel with their periods. */
export function PairingHistory({ vesselId }: { vesselId: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data, error, refetch } = useQuery(pairingsQuery(vesselId))
  if (!data) return error && <LoadFailed sentence={t('error.devices')} error={error} onRetry={refetch} />
  if (data.total === 0) return null
  return (
    <>
      <h3 className={classes.part}>{t('pairing.history')}</h3>
      <ul className={classes.history}>
        {data.data.map(({ device_id, paired_at, unpaired_at }) => (
          <li key={`${device_id} ${paired_at}`}>
            {unpaired_at ? (
              device_id
            ) : (
              <Link to="/devices/$deviceId" params={{ deviceId: device_id }}>
                {device_id}
              </Link>
            )}
            {': '}
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
