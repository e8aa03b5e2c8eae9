import type { NamesState } from '../loading/namesState.ts'
import { useLostSince } from './lostSince.ts'
import { useVessels } from './vesselStates.ts'

/** How far the names of vessels are read: they come with the first full state of the fleet. */
export function useVesselNames(): NamesState {
  const ready = useVessels((states) => states.ready())
  const isLost = useLostSince() !== null
  if (ready) return 'known'
  return isLost ? 'failed' : 'pending'
}
