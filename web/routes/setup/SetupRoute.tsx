import { useNavigate } from '@tanstack/react-router'
import { SetupPage } from './SetupPage.tsx'

export function SetupRoute() {
  const navigate = useNavigate()
  return <SetupPage onSignedIn={() => navigate({ to: '/first-boat', replace: true })} />
}
