import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Trip } from '#contract/wire/trip.ts'

/** Once the figures of a trip are complete, all that was read of it before is read again. */
export function useFreshFigures(trip: Trip | undefined): void {
  const queries = useQueryClient()
  const before = useRef<Trip>(undefined)
  useEffect(() => {
    const known = before.current
    before.current = trip
    if (!trip?.analysis.complete || known?.id !== trip.id || known.analysis.complete) return
    // The trip itself is the one that was just read.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'one' })
  }, [queries, trip])
}
