import { useNavigate } from '@tanstack/react-router'
import { CreateVesselDialog } from '../CreateVesselDialog.tsx'

export function AddFirstBoat() {
  const navigate = useNavigate()
  const back = () => void navigate({ to: '/first-boat' })
  return <CreateVesselDialog onClose={back} onCreated={back} />
}
