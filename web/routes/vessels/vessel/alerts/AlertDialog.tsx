import { useNavigate } from '@tanstack/react-router'
import { AlertPanel } from '../../../../alerts/AlertPanel.tsx'
import { useOpenVessel } from '../openVessel.ts'

export function AlertDialog() {
  const navigate = useNavigate()
  const { id: vesselId } = useOpenVessel()
  return (
    <AlertPanel
      onClose={() =>
        void navigate({
          to: '/vessels/$vesselId/alerts',
          params: { vesselId },
          search: true,
          resetScroll: false,
        })
      }
    />
  )
}
