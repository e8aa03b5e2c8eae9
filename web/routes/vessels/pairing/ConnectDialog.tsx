import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gatewayQuery, makeDevice, renewSecret } from '../../../api/devices.ts'
import { usePermission } from '../../../api/user.ts'
import { fromAnywhere } from '../../../base.ts'
import { Arrivals } from '../../../devices/Arrivals.tsx'
import classes from '../../../devices/devices.module.css'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { useSave } from '../../../forms/useSave.ts'
import { LogImports } from '../../../logs/LogImports.tsx'
import { copyText } from '../../../ui/copyText.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { useOpenVessel } from '../vessel/openVessel.ts'
import { CONNECT_WAYS, type ConnectWay, connectLines } from './connectLines.ts'

/** Connects a vessel: lines to copy, and below them received and rejected data. */
export function ConnectDialog() {
  const { t } = useTranslation()
  const vessel = useOpenVessel()
  const navigate = useNavigate()
  const allowed = usePermission('vessel:vessel-pair-device', vessel.id)
  const asked = useQuery({ ...gatewayQuery, enabled: allowed })
  const gateway = asked.data
  const [way, setWay] = useState<ConnectWay | 'file'>('tcp')
  const [created, setCreated] = useState<{ id: string; secret: string } | null>(null)
  const device = vessel.device?.id ?? created?.id
  const close = () => void navigate({ to: '/vessels/$vesselId', params: { vesselId: vessel.id } })
  const ask = useSave({
    save: () => (vessel.device ? renewSecret(vessel.device.id) : makeDevice(vessel.id)),
    success: 'connect.made',
    failure: 'connect.failed',
    affects: ['vessels', 'devices'],
    onSaved: setCreated,
  })
  const { host = null, port = null, is_secure: isSecure = false } = gateway?.mqtt ?? {}
  const mqtt = { host: host ?? location.hostname, port: port ?? (isSecure ? 8883 : 1883), isSecure }
  const lines =
    created &&
    way !== 'file' &&
    connectLines(way, { ...created, origin: fromAnywhere('').replace(/\/$/, ''), mqtt })
  return (
    <FormDialog title={t('connect.title', { name: vessel.name })} size={640} onClose={close}>
      {allowed ? (
        <>
          <Select
            label={t('connect.how')}
            allowDeselect={false}
            data={([...CONNECT_WAYS, 'file'] as const).map((value) => ({
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
              <p>{t(vessel.device ? 'connect.renewHint' : 'connect.makeHint')}</p>
              <Button disabled={!gateway} loading={ask.isPending} onClick={() => ask.mutate(undefined)}>
                {t(vessel.device ? 'connect.renew' : 'connect.make')}
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
