import { type MapVessel, SAILING_ABOVE_KN } from '#contract/wire/vessel.ts'
import { vesselStates } from '../live/vesselStates.ts'
import type { ShownFleet } from '../map/shownFleet.ts'
import { type Chunk, type Moment, momentOf } from './fleetHistory.ts'

export interface ReplayedFleet extends ShownFleet {
  /** Puts every vessel where she was at this moment. */
  show(timeMs: number, chunks: readonly Chunk[], whole: Chunk | null): void
  /** Number of vessels received at the moment. */
  reporting(): number
}

/** Vessels that the user may see today, as they were at a moment of the past. */
export function createReplayedFleet(): ReplayedFleet {
  let shown = new Map<string, MapVessel>()
  let nowMs = 0
  let reporting = 0
  const listeners = new Set<(changed: Iterable<MapVessel>, full: boolean) => void>()
  return {
    isPast: true,
    nowMs: () => nowMs,
    freshness: () => 'fresh',
    values: () => shown.values(),
    get: (id) => shown.get(id),
    reporting: () => reporting,
    show(timeMs, chunks, whole) {
      nowMs = timeMs
      reporting = 0
      shown = new Map()
      for (const vessel of vesselStates.values()) {
        const moment = momentOf(chunks, whole, vessel.id, timeMs)
        if (!moment) continue
        if (moment.reporting) reporting++
        shown.set(vessel.id, at(vessel, moment))
      }
      for (const listener of listeners) listener(shown.values(), true)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Only the name and look come from the vessel's present state; every other value is of the moment. */
const at = (
  vessel: MapVessel,
  { latitudeDeg, longitudeDeg, fixMs, reporting, cogDeg, sogKn }: Moment,
): MapVessel => ({
  ...vessel,
  ...{ latitudeDeg, longitudeDeg, cog: cogDeg, sog: sogKn, sog_derived: true, last_updated: fixMs },
  ...{ impact: null, impact_time: null, air_temperature: null, measured_at: undefined },
  ...{ wind_speed: null, wind_direction: null, wave_height: null },
  status: reporting ? ((sogKn ?? 0) > SAILING_ABOVE_KN ? 'sailing' : 'online') : 'offline',
})
