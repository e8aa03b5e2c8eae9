import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { vesselQuery } from '../../../api/vessels.ts'
import { useVessels } from '../../../live/vesselStates.ts'
import { ConnectDialog } from '../pairing/ConnectDialog.tsx'
import { OpenVessel } from '../vessel/openVessel.ts'
import { firstBoat } from './firstBoat.ts'

export function ConnectFirstBoat() {
  const navigate = useNavigate()
  const id = useVessels((states) => firstBoat(states.all())?.id)
  const vessel = useQuery({ ...vesselQuery(id ?? ''), enabled: id !== undefined })
  if (!vessel.data) return null
  return (
    <OpenVessel value={vessel.data}>
      <ConnectDialog onClose={() => void navigate({ to: '/first-boat' })} />
    </OpenVessel>
  )
}
