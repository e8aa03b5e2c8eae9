import type { Geofence } from '#contract/wire/geofence.ts'
import { homeWaters } from './fleetBounds.ts'

/** Geofences in the waters that hold most of them, for the first view. */
export function homeFences(fences: readonly Geofence[]): Geofence[] {
  const places = fences.flatMap((fence) =>
    fence.coordinates.slice(0, 1).map((place) => ({ ...place, fence })),
  )
  return homeWaters(places).map(({ fence }) => fence)
}
