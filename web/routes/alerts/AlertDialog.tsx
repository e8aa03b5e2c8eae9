import { useNavigate } from '@tanstack/react-router'
import { AlertPanel } from '../../alerts/AlertPanel.tsx'

export function AlertDialog() {
  const navigate = useNavigate()
  return <AlertPanel onClose={() => void navigate({ to: '/alerts', search: true })} />
}
