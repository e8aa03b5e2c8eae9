import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vessel } from '#contract/wire/vessel.ts'
import { deviceQuery, makeDevice, renewSecret, revoke } from '../../api/devices.ts'
import { usePermission } from '../../api/user.ts'
import { vesselQuery } from '../../api/vessels.ts'
import { Arrivals } from '../../devices/Arrivals.tsx'
import { DeviceWillGo } from '../../devices/DeviceWillGo.tsx'
import classes from '../../devices/devices.module.css'
import { OnBoard } from '../../devices/OnBoard.tsx'
import { PhoneAddress } from '../../devices/PhoneAddress.tsx'
import { ShownOnce } from '../../devices/ShownOnce.tsx'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { useFormats } from '../../i18n/useFormats.ts'

/** One device: its vessel, received and rejected data, a new secret, and revoking. */
export function DeviceDialog() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { deviceId = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const device = useQuery(deviceQuery(deviceId))
  const allowed = usePermission('vessel:vessel-pair-device', device.data?.last_vessel.id)
  const [newSecret, setNewSecret] = useState<string | null>(null)
  const [sure, setSure] = useState(false)
  const hasSecret = device.data?.kind === 'device' || device.data?.kind === 'phone'
  const close = () => void navigate({ to: '/devices', search: true })
  const renew = useSave({
    save: () => renewSecret(deviceId),
    success: device.data?.kind === 'phone' ? 'devices.phone.renewed' : 'devices.renewed',
    failure: 'devices.renewFailed',
    affects: ['devices'],
    onSaved: ({ secret }) => setNewSecret(secret),
  })
  /** The last vessel of a device that cannot ask for a code; unknown for all others. */
  const isLost = device.data?.vessel === null && device.data.kind !== 'device'
  const last = useQuery({
    ...vesselQuery(device.data?.last_vessel.id ?? ''),
    enabled: isLost && allowed,
  }).data
  const again = useSave({
    save: (vessel: Vessel) =>
      makeDevice(vessel.id, { device_id: deviceId, replace_device: vessel.device !== null }),
    success: 'pairing.paired',
    failure: 'pairing.pairFailed',
    affects: ['devices', 'vessels'],
  })
  const end = useSave({
    save: () => revoke(deviceId),
    success: 'devices.revoked',
    failure: 'devices.revokeFailed',
    affects: ['devices', 'vessels'],
    onSaved: close,
  })
  return (
    <LoadedDialog
      title={deviceId}
      query={device}
      notFound={t('devices.notFound')}
      failed={t('error.devices')}
      allowed={allowed}
      onClose={close}
    >
      {({ kind, vessel, last_vessel, paired_at, unpaired_at, health }) =>
        sure ? (
          <DeleteDialog
            action={t('devices.revoke')}
            consequence={t('devices.revokeConsequence', { device: deviceId })}
            pending={end.isPending}
            onConfirm={() => end.mutate(undefined)}
            onClose={() => setSure(false)}
          />
        ) : (
          <FormDialog title={deviceId} size={640} onClose={close}>
            <dl className={classes.received}>
              <dt>{t('devices.kind')}</dt>
              <dd>{t(`devices.kinds.${kind}`)}</dd>
              <dt>{t('devices.signsIn')}</dt>
              <dd>{t(`devices.signIn.${kind}`)}</dd>
              <dt>{t('devices.vessel')}</dt>
              <dd>
                {vessel ? (
                  <Link to="/vessels/$vesselId" params={{ vesselId: vessel.id }}>
                    {vessel.name}
                  </Link>
                ) : (
                  t('devices.lastOn', { name: last_vessel.name })
                )}
              </dd>
              <dt>{t('devices.since')}</dt>
              <dd>{formats.dateTime(Date.parse(unpaired_at ?? paired_at))}</dd>
            </dl>
            {!hasSecret && <p className={classes.hint}>{t('devices.notAuthenticatedHint')}</p>}
            {newSecret && kind === 'phone' ? (
              <PhoneAddress phoneKey={newSecret} />
            ) : newSecret ? (
              <ShownOnce text={newSecret} copy={t('devices.copySecret')}>
                <p className={classes.hint}>{t('connect.once')}</p>
              </ShownOnce>
            ) : (
              hasSecret && (
                <p className={classes.hint}>
                  {t(kind === 'phone' ? 'devices.phone.renewHint' : 'connect.renewHint')}
                </p>
              )
            )}
            {isLost && last?.device && <DeviceWillGo vessel={last} next={deviceId} />}
            <div className={classes.actions}>
              {isLost && last && (
                <Button loading={again.isPending} onClick={() => again.mutate(last)}>
                  {t(last.device ? 'connect.replace' : 'devices.pairAgain', { name: last.name })}
                </Button>
              )}
              {hasSecret && !newSecret && (
                <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate(undefined)}>
                  {t(kind === 'phone' ? 'devices.phone.renew' : 'devices.renew')}
                </Button>
              )}
              <Button variant="default" onClick={() => setSure(true)}>
                {t('devices.revoke')}
              </Button>
            </div>
            {/* At the end, because it grows while the dialog is open. */}
            {health && <OnBoard health={health} />}
            <Arrivals deviceId={deviceId} all />
          </FormDialog>
        )
      }
    </LoadedDialog>
  )
}
