import { useTranslation } from 'react-i18next'
import { fromAnywhere } from '../base.ts'
import { QrCode } from '../ui/QrCode.tsx'
import { useConsoleAddress } from './consoleAddress.ts'
import classes from './devices.module.css'
import { ShownOnce } from './ShownOnce.tsx'

/** Address that a phone sends to, as text and as a QR code, and its place in each app. */
export function PhoneAddress({ phoneKey }: { phoneKey: string }) {
  const { t } = useTranslation()
  const { origin } = useConsoleAddress()
  const address = origin ? `${origin}/gateway/phone/${phoneKey}` : fromAnywhere(`/gateway/phone/${phoneKey}`)
  return (
    <ShownOnce text={address} copy={t('devices.phone.copy')}>
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
    </ShownOnce>
  )
}

/** Both apps insert the speed in m/s, which `spd` says. */
const GPSLOGGER_QUERY = 'lat=%LAT&lon=%LON&timestamp=%TIMESTAMP&spd=%SPD&dir=%DIR&acc=%ACC'
const OSMAND_QUERY = 'lat={0}&lon={1}&timestamp={2}&hdop={3}&spd={5}&bearing={6}'
