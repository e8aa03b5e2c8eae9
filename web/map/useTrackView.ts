import { useEffect, useRef } from 'react'
import { fitBounds } from './fitBounds.ts'
import { fleetBounds } from './fleetBounds.ts'
import { useStage } from './stageContext.ts'
import type { Track } from './track.ts'

const CLOSEST_ZOOM = 15

/**
 * Brings a track into view once, when it arrives; from then on the view is the reader's. What is answered brings it into
 * view again, in so many ms.
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
