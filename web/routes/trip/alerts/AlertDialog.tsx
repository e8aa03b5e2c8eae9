import { useParams } from '@tanstack/react-router'

export function AlertDialog() {
  const { alertId } = useParams({ from: '/console/trips/$tripId/alerts/$alertId' })
  return <span>{alertId}</span>
}
