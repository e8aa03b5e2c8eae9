import { UnstyledButton } from '@mantine/core'
import { IconArrowsExchange, IconLinkPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/user.ts'
import classes from '../../../devices/devices.module.css'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { useOpenVessel } from '../vessel/openVessel.ts'
import { BackButton } from './BackButton.tsx'
import { CodeForm } from './CodeForm.tsx'
import { PairingHistory } from './PairingHistory.tsx'
import { TransferForm } from './TransferForm.tsx'

type Method = 'new' | 'transfer'

/** Asks how the vessel gets her device, then for the data of that way. */
export function PairDialog() {
  const { t } = useTranslation()
  const vessel = useOpenVessel()
  const navigate = useNavigate()
  const [method, setMethod] = useState<Method | null>(null)
  const allowed = usePermission('vessel:vessel-pair-device', vessel.id)
  const close = () => void navigate({ to: '/vessels/$vesselId', params: { vesselId: vessel.id } })
  const title = t('pairing.title', { name: vessel.name })
  const back = <BackButton label={t('pairing.back')} onClick={() => setMethod(null)} />
  if (allowed && method === 'new')
    return <CodeForm title={title} back={back} vessel={vessel} onClose={close} />
  if (allowed && method === 'transfer')
    return <TransferForm title={title} back={back} vessel={vessel} onClose={close} />
  return (
    <FormDialog title={title} onClose={close}>
      {allowed ? (
        <>
          <Choice
            icon={IconLinkPlus}
            title={t('pairing.new')}
            hint={t('pairing.newHint')}
            onClick={() => setMethod('new')}
          />
          <Choice
            icon={IconArrowsExchange}
            title={t('pairing.transfer')}
            hint={t('pairing.transferHint')}
            onClick={() => setMethod('transfer')}
          />
          <PairingHistory vesselId={vessel.id} />
        </>
      ) : (
        <NoAccess />
      )}
    </FormDialog>
  )
}

function Choice({
  icon,
  title,
  hint,
  onClick,
}: {
  icon: typeof IconLinkPlus
  title: string
  hint: string
  onClick: () => void
}) {
  return (
    <UnstyledButton className={classes.choice ?? ''} onClick={onClick}>
      <Icon of={icon} />
      <span>
        <strong>{title}</strong>
        <span>{hint}</span>
      </span>
    </UnstyledButton>
  )
}
