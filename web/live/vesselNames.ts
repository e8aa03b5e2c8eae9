import type { NamesState } from '../loading/namesState.ts'
import { useLostSince } from './lostSince.ts'
import { useVessels } from './vesselStates.ts'

/** Loading state of vessel names, which arrive with the first full state of the fleet. */
export function useVesselNames(): NamesState {
  const ready = useVessels((states) => states.ready())
  const isLost = useLostSince() !== null
  if (ready) return 'known'
  return isLost ? 'failed' : 'pending'
}
