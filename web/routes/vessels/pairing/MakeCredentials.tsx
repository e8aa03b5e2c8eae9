import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Vessel } from '#contract/wire/vessel.ts'
import { DeviceWillGo } from '../../../devices/DeviceWillGo.tsx'
import classes from './Connect.module.css'
import type { KindWithSecret, useCredentials } from './useCredentials.ts'

interface Props {
  vessel: Vessel
  kind: KindWithSecret
  credentials: ReturnType<typeof useCredentials>
  disabled?: boolean
}

/** Asks before it makes credentials, and says which they end. */
export function MakeCredentials({ vessel, kind, credentials, disabled = false }: Props) {
  const { t } = useTranslation()
  const { isOther, isKnown, isPending, hasOne, make } = credentials
  const words = WORDS[kind][hasOne ? 'renew' : 'make']
  return (
    <>
      {isOther ? <DeviceWillGo vessel={vessel} /> : <p>{t(words.hint)}</p>}
      <Button
        className={classes.action ?? ''}
        disabled={disabled || !isKnown}
        loading={isPending}
        onClick={make}
      >
        {t(isOther ? 'connect.replace' : words.action)}
      </Button>
    </>
  )
}

const WORDS = {
  device: {
    make: { hint: 'connect.makeHint', action: 'connect.make' },
    renew: { hint: 'connect.renewHint', action: 'connect.renew' },
  },
  phone: {
    make: { hint: 'connect.makePhoneHint', action: 'connect.makePhone' },
    renew: { hint: 'connect.renewPhoneHint', action: 'connect.renewPhone' },
  },
} as const
