import { useVessels } from '../live/vesselStates.ts'
import { usePreference } from '../preferences/preferences.ts'

/** Fleets of at most this size show recent tracks until the user decides: larger answers would delay the first map. */
const MOST_UNASKED = 50

/** True when the map shows the recent tracks of boats. */
export function useRecentTracks(): boolean {
  const chosen = usePreference('recent-tracks')
  const isSmall = useVessels((states) => states.all().length <= MOST_UNASKED)
  return chosen ?? isSmall
}
