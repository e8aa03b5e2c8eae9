import { useNavigate, useSearch } from '@tanstack/react-router'
import { ResetPasswordPage } from './ResetPasswordPage.tsx'

export function ResetPasswordRoute() {
  const navigate = useNavigate()
  const { token } = useSearch({ from: '/reset-password' })
  return <ResetPasswordPage token={token} onChanged={() => void navigate({ to: '/signin', replace: true })} />
}
