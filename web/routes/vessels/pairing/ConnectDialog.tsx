import { UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/user.ts'
import { Arrivals } from '../../../devices/Arrivals.tsx'
import { ConsoleAddressField } from '../../../devices/ConsoleAddressField.tsx'
import { useConsoleAddress } from '../../../devices/consoleAddress.ts'
import { FirstData } from '../../../devices/FirstData.tsx'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { LogImports } from '../../../logs/LogImports.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { useOpenVessel } from '../vessel/openVessel.ts'
import { BackButton } from './BackButton.tsx'
import classes from './Connect.module.css'
import { CONNECT_KINDS, type ConnectKind } from './connectKinds.ts'
import { OwnProtocol } from './OwnProtocol.tsx'
import { StepsOfPhone } from './StepsOfPhone.tsx'
import { StepsOfPlugin } from './StepsOfPlugin.tsx'
import { StepsOfPort } from './StepsOfPort.tsx'
import { StepsOnBoard } from './StepsOnBoard.tsx'

/** Connects a vessel: the steps for what is on board, and below them the data that arrive. */
export function ConnectDialog({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation()
  const vessel = useOpenVessel()
  const navigate = useNavigate()
  const allowed = usePermission('vessel:vessel-pair-device', vessel.id)
  const [kind, setKind] = useState<ConnectKind | null>(null)
  const close =
    onClose ?? (() => void navigate({ to: '/vessels/$vesselId', params: { vesselId: vessel.id } }))
  return (
    <FormDialog title={t('connect.title', { name: vessel.name })} size={720} onClose={close}>
      {!allowed ? (
        <NoAccess />
      ) : kind === null ? (
        <Kinds onChoose={setKind} />
      ) : (
        <>
          <BackButton label={t('connect.question')} onClick={() => setKind(null)} />
          <h3 className={classes.kindName}>
            <Icon of={CONNECT_KINDS[kind]} />
            {t(`connect.kind.${kind}.name`)}
          </h3>
          {kind !== 'files' && <ConsoleAddressField />}
          <Steps kind={kind} />
          {vessel.device && kind !== 'files' && (
            <>
              <FirstData vesselId={vessel.id} />
              <Arrivals deviceId={vessel.device.id} />
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}

function Kinds({ onChoose }: { onChoose: (kind: ConnectKind) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <h3 className={classes.question}>{t('connect.question')}</h3>
      <ul className={classes.kinds}>
        {(Object.keys(CONNECT_KINDS) as ConnectKind[]).map((kind) => (
          <li key={kind}>
            <UnstyledButton className={classes.kind ?? ''} onClick={() => onChoose(kind)}>
              <Icon of={CONNECT_KINDS[kind]} size={24} />
              <span>
                <strong>{t(`connect.kind.${kind}.name`)}</strong>
                <span>{t(`connect.kind.${kind}.hint`)}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  )
}

function Steps({ kind }: { kind: ConnectKind }) {
  const vessel = useOpenVessel()
  const { origin } = useConsoleAddress()
  if (kind === 'files') return <LogImports vesselId={vessel.id} />
  // An address that means another computer on the boat would be of no use.
  if (origin === null) return null
  switch (kind) {
    case 'signalk':
      return <StepsOfPlugin vessel={vessel} origin={origin} />
    case 'victron':
    case 'gateway':
    case 'computer':
      return <StepsOnBoard key={kind} kind={kind} vessel={vessel} origin={origin} />
    case 'phone':
      return <StepsOfPhone vessel={vessel} />
    case 'tracker':
    case 'nmea':
      return <StepsOfPort key={kind} kind={kind} vessel={vessel} origin={origin} />
    case 'own':
      return <OwnProtocol vessel={vessel} origin={origin} />
  }
}
