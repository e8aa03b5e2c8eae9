import { useNavigate } from '@tanstack/react-router'
import { AlertPanel } from '../../../alerts/AlertPanel.tsx'
import { onlyMoment } from '../../../trips/moment/momentInAddress.ts'
import { useTrip } from '../openTrip.ts'

export function AlertDialog() {
  const navigate = useNavigate()
  const { id: tripId } = useTrip()
  return (
    <AlertPanel
      onClose={() => void navigate({ to: '/trips/$tripId/alerts', params: { tripId }, search: onlyMoment })}
    />
  )
}
