import { useState } from 'react'

/**
 * The error of a query without data, which stays while the query is read again by itself: a page would change between its
 * failure and its wait every few seconds.
 */
export function useFirstFailure({ data, error }: { data: unknown; error: Error | null }): Error | null {
  const [last, setLast] = useState(error)
  if (error !== null && error !== last) setLast(error)
  return data === undefined ? (error ?? last) : null
}
