import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Trip } from '#contract/wire/trip.ts'

/** Refetches everything about a trip once its figures are complete. */
export function useFreshFigures(trip: Trip | undefined): void {
  const queries = useQueryClient()
  const before = useRef<Trip>(undefined)
  useEffect(() => {
    const known = before.current
    before.current = trip
    if (!trip?.analysis.complete || known?.id !== trip.id || known.analysis.complete) return
    // The trip itself was just loaded.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'one' })
  }, [queries, trip])
}
