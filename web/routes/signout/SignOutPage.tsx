import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../../api/session.ts'
import { Waiting } from '../../ui/Waiting.tsx'

/** Being here signs out. It happens in the page, not on the way to it, so that looking ahead at a link does nothing. */
export function SignOutPage() {
  const navigate = useNavigate()
  useEffect(() => {
    session
      .signOut()
      // Even when the server cannot be reached, nobody stays signed in here.
      .catch(() => session.end())
      .finally(() => navigate({ to: '/signin', replace: true }))
  }, [navigate])
  return <Waiting />
}
