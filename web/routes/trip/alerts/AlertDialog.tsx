import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AlertPanel } from '../../../alerts/AlertPanel.tsx'
import { alertQuery } from '../../../api/alerts.ts'
import { onlyMoment } from '../../../trips/moment/momentInAddress.ts'
import { useFeltImpact } from '../../../trips/moment/useFeltImpact.ts'
import { useTrip } from '../openTrip.ts'

/** An alert of the trip. That of an impact makes the sensor that felt it the one of the moment. */
export function AlertDialog() {
  const navigate = useNavigate()
  const { id: tripId } = useTrip()
  const { alertId = '' } = useParams({ strict: false })
  const felt = useFeltImpact(useQuery(alertQuery(alertId)).data, tripId)
  useEffect(() => {
    if (!felt) return
    const { timeMs: t, sensor } = felt
    void navigate({ to: '.', search: (now) => ({ ...now, t, sensor }), replace: true, resetScroll: false })
  }, [felt, navigate])
  return (
    <AlertPanel
      onClose={() => void navigate({ to: '/trips/$tripId/alerts', params: { tripId }, search: onlyMoment })}
    />
  )
}
