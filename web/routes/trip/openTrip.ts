import { createContext, useContext } from 'react'
import type { Trip } from '#contract/wire/trip.ts'

/** The trip that the page around is about. */
export const OpenTrip = createContext<Trip | null>(null)

/** For what stands on the page of a trip: tabs, dialogs. Throws elsewhere. */
export function useTrip(): Trip {
  const trip = useContext(OpenTrip)
  if (!trip) throw new Error('There is no trip around')
  return trip
}
