import { useEffect, useMemo, useRef } from 'react'
import { type TrackMeasure, trackRamp } from './colourRamp.ts'
import { createTrackLayer } from './drawTrack.ts'
import { useMapLook } from './mapLook.ts'
import { FLOORS } from './mapStyle.ts'
import { mapColours } from './palette.ts'
import { useOverlay, useStage } from './stageContext.ts'
import { shareBy, type Track, trackSegments } from './track.ts'

interface Props {
  track: Track
  limitG: number
  measure?: TrackMeasure
  topKn?: number
}

/** Path of a trip as a coloured line. A growing path uploads its points again and keeps the layer. */
export function TrackLayer({ track, limitG, measure = 'impact', topKn = 1 }: Props) {
  const { map } = useStage()
  const look = useMapLook()
  const segments = useMemo(
    () => trackSegments(track, shareBy(measure, limitG, topKn)),
    [track, measure, limitG, topKn],
  )
  const current = useRef(segments)

  useEffect(() => {
    current.current = segments
    map.triggerRepaint()
  }, [map, segments])

  useOverlay(() => {
    const colours = mapColours(look)
    map.addLayer(
      createTrackLayer({
        segments: () => current.current,
        ramp: trackRamp(measure, colours),
        casing: colours.map.trackCasing,
        unknown: colours.neutral.text3,
      }),
      FLOORS.tracks,
    )
    return () => map.removeLayer('track')
  }, [look, measure])

  return null
}
