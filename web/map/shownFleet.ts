import { createContext, useContext } from 'react'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { type Freshness, freshnessNow } from '../live/freshness.ts'
import { serverClock } from '../live/serverClock.ts'
import { vesselStates } from '../live/vesselStates.ts'

/** Vessels of a map at a moment, the present or a replayed one. */
export interface ShownFleet {
  values(): Iterable<MapVessel>
  get(id: string): MapVessel | undefined
  subscribe(listener: (changed: Iterable<MapVessel>, full: boolean) => void): () => void
  nowMs(): number
  freshness(lastUpdatedMs: number | null): Freshness
  /** True for a past moment: vessels do not glide by themselves, and silence has a word of its own. */
  isPast: boolean
}

export const liveFleet: ShownFleet = {
  values: vesselStates.values,
  get: vesselStates.get,
  subscribe: vesselStates.subscribe,
  nowMs: serverClock.nowMs,
  freshness: freshnessNow,
  isPast: false,
}

/** Fleet of the surrounding map: the live one, or the replayed one during a replay. */
export const FleetContext = createContext<ShownFleet>(liveFleet)
export const useShownFleet = () => useContext(FleetContext)
