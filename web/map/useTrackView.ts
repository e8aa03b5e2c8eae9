import { useEffect, useRef } from 'react'
import { fitBounds } from './fitBounds.ts'
import { fleetBounds } from './fleetBounds.ts'
import { useStage } from './stageContext.ts'
import type { Track } from './track.ts'

const CLOSEST_ZOOM = 15

/**
 * Moves the map to a track once, when it arrives; after that the user controls the view. The returned function moves
 * the map to the track again, in the given ms.
 */
export function useTrackView(track: Track | null): (durationMs: number) => void {
  const { map } = useStage()
  const shown = useRef(false)
  const showTrack = (durationMs: number) => {
    const bounds = track && fleetBounds(track.points)
    if (bounds) fitBounds(map, bounds, { maxZoom: CLOSEST_ZOOM, durationMs })
    return Boolean(bounds)
  }
  useEffect(() => {
    if (!shown.current) shown.current = showTrack(0)
  })
  return showTrack
}
