import { createContext, useContext } from 'react'
import type { Trip } from '#contract/wire/trip.ts'

/** Trip of the surrounding page. */
export const OpenTrip = createContext<Trip | null>(null)

/** For components on the page of a trip: tabs, dialogs. Throws elsewhere. */
export function useTrip(): Trip {
  const trip = useContext(OpenTrip)
  if (!trip) throw new Error('There is no trip around')
  return trip
}
