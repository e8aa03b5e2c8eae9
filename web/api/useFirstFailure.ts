import { useState } from 'react'

interface FirstLoad {
  data: unknown
  error: Error | null
  /** How often this query failed, also before it is read again. */
  errorUpdateCount: number
}

/**
 * The error of a query without data, which stays while the query is read again by itself: a page would change between its
 * failure and its wait every few seconds. Another query, as of another department, begins without one.
 */
export function useFirstFailure({ data, error, errorUpdateCount }: FirstLoad): Error | null {
  const [last, setLast] = useState(error)
  if (error !== null && error !== last) setLast(error)
  return data === undefined && errorUpdateCount > 0 ? (error ?? last) : null
}
