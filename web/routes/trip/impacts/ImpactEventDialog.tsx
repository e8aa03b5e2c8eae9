import { useParams } from '@tanstack/react-router'

export function ImpactEventDialog() {
  const { eventTime } = useParams({ from: '/console/trips/$tripId/impacts/$eventTime' })
  return <span>{eventTime}</span>
}
