import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { departmentChoice } from '../../api/departmentChoice.ts'
import { SignInPage } from './SignInPage.tsx'

/** Sign-in page within the console, shown after a session ends. */
export function SignInRoute() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { from, error, second_factor } = useSearch({ from: '/signin' })
  // Clears the previous user's data when none of it is on the screen.
  useEffect(() => {
    queryClient.removeQueries()
    departmentChoice.set(null)
  }, [queryClient])
  return (
    <SignInPage
      from={from}
      error={error}
      asksCode={second_factor}
      onSignedIn={() => navigate({ href: from ?? '/', replace: true })}
      onEmpty={() => void navigate({ to: '/setup', replace: true })}
    />
  )
}
