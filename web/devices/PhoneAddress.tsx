import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fromAnywhere } from '../base.ts'
import { copyText } from '../ui/copyText.ts'
import { QrCode } from '../ui/QrCode.tsx'
import classes from './devices.module.css'

/** Address that a phone sends to, as text and as a QR code, and its place in each app. */
export function PhoneAddress({ phoneKey }: { phoneKey: string }) {
  const { t } = useTranslation()
  const address = fromAnywhere(`/gateway/phone/${phoneKey}`)
  return (
    <div className={classes.copied}>
      <pre className={classes.lines}>
        <code>{address}</code>
      </pre>
      <Button variant="default" onClick={() => void copyText(address)}>
        {t('devices.phone.copy')}
      </Button>
      <QrCode text={address} label={t('devices.phone.qr')} />
      <p className={classes.hint}>{t('devices.phone.once')}</p>
      <dl className={classes.received}>
        <dt>Traccar Client</dt>
        <dd>{t('devices.phone.traccar')}</dd>
        <dt>OwnTracks</dt>
        <dd>{t('devices.phone.owntracks')}</dd>
        <dt>Overland</dt>
        <dd>{t('devices.phone.overland')}</dd>
        <dt>GPSLogger</dt>
        <dd>
          {t('devices.phone.gpslogger')} <code>{`${address}?${GPSLOGGER_QUERY}`}</code>
        </dd>
        <dt>OsmAnd</dt>
        <dd>
          {t('devices.phone.osmand')} <code>{`${address}?${OSMAND_QUERY}`}</code>
        </dd>
      </dl>
    </div>
  )
}

/** Both apps insert the speed in m/s, which `spd` says. */
const GPSLOGGER_QUERY = 'lat=%LAT&lon=%LON&timestamp=%TIMESTAMP&spd=%SPD&dir=%DIR&acc=%ACC'
const OSMAND_QUERY = 'lat={0}&lon={1}&timestamp={2}&hdop={3}&spd={5}&bearing={6}'
