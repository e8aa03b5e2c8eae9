import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceKind } from '#contract/wire/device.ts'
import { deviceQuery, gatewayQuery, makeDevice, renewSecret } from '../../../api/devices.ts'
import { usePermission } from '../../../api/user.ts'
import { fromAnywhere } from '../../../base.ts'
import { Arrivals } from '../../../devices/Arrivals.tsx'
import classes from '../../../devices/devices.module.css'
import { PhoneAddress } from '../../../devices/PhoneAddress.tsx'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { useSave } from '../../../forms/useSave.ts'
import { LogImports } from '../../../logs/LogImports.tsx'
import { copyText } from '../../../ui/copyText.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { useOpenVessel } from '../vessel/openVessel.ts'
import { CONNECT_WAYS, type ConnectWay, connectLines } from './connectLines.ts'
import { DeviceWillGo } from './DeviceWillGo.tsx'

/** Connects a vessel: lines to copy, and below them received and rejected data. */
export function ConnectDialog() {
  const { t } = useTranslation()
  const vessel = useOpenVessel()
  const navigate = useNavigate()
  const allowed = usePermission('vessel:vessel-pair-device', vessel.id)
  const asked = useQuery({ ...gatewayQuery, enabled: allowed })
  const gateway = asked.data
  const [way, setWay] = useState<ConnectWay | 'phone' | 'file'>('tcp')
  const kind: DeviceKind = way === 'phone' ? 'phone' : 'device'
  const [created, setCreated] = useState<{ id: string; secret: string; kind: DeviceKind } | null>(null)
  const presentId = vessel.device?.id
  const present = useQuery({ ...deviceQuery(presentId ?? ''), enabled: allowed && presentId !== undefined })
  const isKnown = presentId === undefined || present.data !== undefined
  const isOther = present.data !== undefined && present.data.kind !== kind
  const device = presentId ?? created?.id
  const close = () => void navigate({ to: '/vessels/$vesselId', params: { vesselId: vessel.id } })
  const ask = useSave({
    save: async () => ({
      kind,
      ...(presentId === undefined || isOther
        ? await makeDevice(vessel.id, { kind, replace_device: isOther })
        : await renewSecret(presentId)),
    }),
    success: kind === 'phone' ? 'devices.phone.renewed' : 'connect.made',
    failure: 'connect.failed',
    affects: ['vessels', 'devices'],
    onSaved: setCreated,
  })
  const shown = created?.kind === kind ? created : null
  const { host = null, port = null, is_secure: isSecure = false } = gateway?.mqtt ?? {}
  const mqtt = { host: host ?? location.hostname, port: port ?? (isSecure ? 8883 : 1883), isSecure }
  const lines =
    shown &&
    way !== 'file' &&
    way !== 'phone' &&
    connectLines(way, { ...shown, origin: fromAnywhere('').replace(/\/$/, ''), mqtt })
  const words = WORDS[kind][presentId === undefined ? 'make' : 'renew']
  return (
    <FormDialog title={t('connect.title', { name: vessel.name })} size={640} onClose={close}>
      {allowed ? (
        <>
          <Select
            label={t('connect.how')}
            allowDeselect={false}
            data={([...CONNECT_WAYS, 'phone', 'file'] as const).map((value) => ({
              value,
              label: t(`connect.way.${value}`),
            }))}
            value={way}
            onChange={(chosen) => setWay(chosen ?? 'tcp')}
          />
          <p className={classes.hint}>{t(`connect.hint.${way}`)}</p>
          {way === 'file' ? (
            <LogImports vesselId={vessel.id} />
          ) : asked.error && !gateway ? (
            <LoadFailed sentence={t('error.devices')} error={asked.error} onRetry={asked.refetch} />
          ) : shown && way === 'phone' ? (
            <PhoneAddress phoneKey={shown.secret} />
          ) : lines ? (
            <div className={classes.copied}>
              <pre className={classes.lines}>
                <code>{lines}</code>
              </pre>
              <Button variant="default" onClick={() => void copyText(lines)}>
                {t('connect.copy')}
              </Button>
              <p className={classes.hint}>{t('connect.once')}</p>
            </div>
          ) : (
            <>
              {isOther ? <DeviceWillGo vessel={vessel} /> : <p>{t(words.hint)}</p>}
              <Button
                disabled={!gateway || !isKnown}
                loading={ask.isPending}
                onClick={() => ask.mutate(undefined)}
              >
                {t(isOther ? 'connect.replace' : words.action)}
              </Button>
            </>
          )}
          {device && way !== 'file' && <Arrivals deviceId={device} />}
        </>
      ) : (
        <NoAccess />
      )}
    </FormDialog>
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
