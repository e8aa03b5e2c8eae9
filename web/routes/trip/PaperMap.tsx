import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { ChartMap } from '../../map/ChartMap.tsx'
import { fitBounds } from '../../map/fitBounds.ts'
import { fleetBounds } from '../../map/fleetBounds.ts'
import { FixedLook } from '../../map/mapLook.ts'
import { useStage } from '../../map/stageContext.ts'
import { TrackLayer } from '../../map/TrackLayer.tsx'
import { createTrack, type Track } from '../../map/track.ts'
import { mapPathQuery } from '../../trips/tripRequests.ts'
import classes from './PaperMap.module.css'

interface Props {
  trip: Trip
  /** Picture as a data URL; null when there is nothing to draw. */
  onDrawn: (url: string | null) => void
}

/** Draws the trip on a light chart outside the screen, as a picture, because a WebGL canvas is not printed. */
export function PaperMap({ trip, onDrawn }: Props) {
  const { t } = useTranslation()
  const path = useQuery(mapPathQuery(trip))
  const track = useMemo(() => (path.data?.length ? createTrack(path.data) : null), [path.data])
  const isNothing = path.isError || path.data?.length === 0
  useEffect(() => {
    if (isNothing) onDrawn(null)
  }, [isNothing, onDrawn])
  const [first] = track?.points ?? []
  if (!track || !first) return null
  return (
    <div className={classes.unseen} aria-hidden="true">
      <FixedLook value="light">
        <ChartMap
          view={{ latitudeDeg: first.latitudeDeg, longitudeDeg: first.longitudeDeg, zoom: 10 }}
          label={t('map.trip')}
        >
          <TrackLayer track={track} limitG={trip.vessel.system_settings.impact_limit} />
          <Capture track={track} onDrawn={onDrawn} />
        </ChartMap>
      </FixedLook>
    </div>
  )
}

const CLOSEST_ZOOM = 14
/** Longest wait for the chart to come to rest, ms; then it is printed as it is. */
const LONGEST_MS = 8000

function Capture({ track, onDrawn }: { track: Track; onDrawn: Props['onDrawn'] }) {
  const { map } = useStage()
  const drawn = useRef(false)
  useEffect(() => {
    const bounds = fleetBounds(track.points)
    if (bounds) fitBounds(map, bounds, { maxZoom: CLOSEST_ZOOM, durationMs: 0 })
    const take = () => {
      if (drawn.current) return
      drawn.current = true
      // The canvas can be read only in the frame that drew it.
      map.once('render', () => onDrawn(map.getCanvas().toDataURL('image/png')))
      map.triggerRepaint()
    }
    // The map is idle once before its style has loaded.
    const rest = () => {
      if (map.getLayer('track') && map.areTilesLoaded()) take()
    }
    map.on('idle', rest)
    const timer = setTimeout(take, LONGEST_MS)
    return () => {
      map.off('idle', rest)
      clearTimeout(timer)
    }
  }, [map, track, onDrawn])
  return null
}
