import {
  IconChartLine,
  IconCube3dSphere,
  IconCurrentLocation,
  IconFocusCentered,
  IconSettings,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/trip.ts'
import { vesselStates } from '../../live/vesselStates.ts'
import { coveredPx, fitBounds } from '../../map/fitBounds.ts'
import { fleetBounds } from '../../map/fleetBounds.ts'
import { flight } from '../../map/flight.ts'
import { MapTools, Tool, ToolGroup, ZoomTools } from '../../map/MapTools.tsx'
import { useStage } from '../../map/stageContext.ts'
import type { Track } from '../../map/track.ts'

interface Props {
  trip: Trip
  track: Track | null
  tracking: boolean
  onTracking: (tracking: boolean) => void
  charted: boolean
  onCharted: (charted: boolean) => void
  replayed: boolean
  onReplayed: (replayed: boolean) => void
  settings: boolean
  onSettings: () => void
  phone: boolean
}

const CLOSEST_ZOOM = 15

export function TripTools(props: Props) {
  const { t } = useTranslation()
  const { map } = useStage()
  const { trip, track, tracking, onTracking, charted, onCharted, phone } = props
  const shown = useRef(false)

  const showTrip = (durationMs: number) => {
    const bounds = track && fleetBounds(track.points)
    if (bounds) fitBounds(map, bounds, { maxZoom: CLOSEST_ZOOM, durationMs })
    return Boolean(bounds)
  }
  // The trip is brought into view once, when its path arrives; from then on the view is the user's.
  useEffect(() => {
    if (!shown.current) shown.current = showTrip(0)
  })
  useTracking(tracking && trip.live, trip.vessel_id)

  return (
    <MapTools>
      <ToolGroup>
        <Tool
          label={t('map.settings')}
          icon={IconSettings}
          onClick={props.onSettings}
          pressed={props.settings}
        />
      </ToolGroup>
      {!phone && <ZoomTools />}
      <ToolGroup>
        {trip.live && (
          <Tool
            label={t(tracking ? 'trip.stopTracking' : 'trip.track')}
            icon={IconCurrentLocation}
            onClick={() => onTracking(!tracking)}
            pressed={tracking}
          />
        )}
        <Tool
          label={t('trip.zoomTo')}
          icon={IconFocusCentered}
          onClick={() => showTrip(800)}
          disabled={!track || track.points.length === 0}
        />
        <Tool
          label={t('replay.title')}
          icon={IconCube3dSphere}
          onClick={() => props.onReplayed(!props.replayed)}
          pressed={props.replayed}
        />
        <Tool
          label={t(charted ? 'trip.hideChart' : 'trip.showChart')}
          icon={IconChartLine}
          onClick={() => onCharted(!charted)}
          pressed={charted}
        />
      </ToolGroup>
    </MapTools>
  )
}

/** Keeps the vessel in the middle of the map as its fixes arrive. */
function useTracking(active: boolean, vesselId: string) {
  const { map } = useStage()
  useEffect(() => {
    if (!active) return
    const follow = () => {
      const vessel = vesselStates.get(vesselId)
      if (!vessel || vessel.lat === null || vessel.lon === null || map.isMoving()) return
      map.easeTo({ center: [vessel.lon, vessel.lat], offset: [0, -coveredPx(map) / 2], ...flight(800) })
    }
    follow()
    return vesselStates.subscribe(follow)
  }, [active, vesselId, map])
}
