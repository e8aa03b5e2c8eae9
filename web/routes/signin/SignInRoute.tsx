import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { departmentChoice } from '../../api/departmentChoice.ts'
import { SignInPage } from './SignInPage.tsx'

/** Where a session ends within the console. */
export function SignInRoute() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { from, error } = useSearch({ from: '/signin' })
  // What the last user saw is forgotten once none of it is on the screen any more.
  useEffect(() => {
    queryClient.removeQueries()
    departmentChoice.set(null)
  }, [queryClient])
  return (
    <SignInPage
      from={from}
      error={error}
      onSignedIn={() => navigate({ href: from ?? '/', replace: true })}
      onEmpty={() => void navigate({ to: '/setup', replace: true })}
    />
  )
}
