import { useTranslation } from 'react-i18next'
import type { Vessel } from '#contract/wire/vessel.ts'
import { PhoneAddress } from '../../../devices/PhoneAddress.tsx'
import classes from './Connect.module.css'
import { MakeCredentials } from './MakeCredentials.tsx'
import { useCredentials } from './useCredentials.ts'

/** An address for a phone, and where each app wants it. */
export function StepsOfPhone({ vessel }: { vessel: Vessel }) {
  const { t } = useTranslation()
  const credentials = useCredentials(vessel, 'phone')
  return (
    <>
      <p className={classes.hint}>{t('connect.kind.phone.before')}</p>
      {credentials.created ? (
        <PhoneAddress phoneKey={credentials.created.secret} />
      ) : (
        <MakeCredentials vessel={vessel} kind="phone" credentials={credentials} />
      )}
    </>
  )
}
