import {
  IconBell,
  IconChartLine,
  IconCube3dSphere,
  IconCurrentLocation,
  IconFocusCentered,
  IconPin,
  IconPinFilled,
  IconSettings,
  IconWind,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { usePins } from '../../api/pins.ts'
import { usePermission } from '../../api/user.ts'
import { useActionsHere } from '../../keys/actionsHere.ts'
import { vesselStates } from '../../live/vesselStates.ts'
import { useChartTools } from '../../map/chartTools/useChartTools.tsx'
import { coveredPx } from '../../map/fitBounds.ts'
import { flight } from '../../map/flight.ts'
import { MapTools, Tool, ToolGroup, ZoomTools } from '../../map/MapTools.tsx'
import { useStage } from '../../map/stageContext.ts'
import type { Track } from '../../map/track.ts'
import { useTrackView } from '../../map/useTrackView.ts'
import type { TripViews } from './useTripViews.ts'

interface Props {
  trip: Trip
  track: Track | null
  views: TripViews
  phone: boolean
}

/** Tools at the edge of the map; on a phone the views are in the sheet instead. */
export function TripTools({ trip, track, views, phone }: Props) {
  const { t } = useTranslation()
  const { settings, tracking } = views
  const chart = useChartTools()
  const showTrip = useTrackView(track)
  useTracking(tracking.shown && trip.live, trip.vessel_id)

  return (
    <>
      <MapTools>
        <ToolGroup>
          <Tool
            label={t('map.settings')}
            icon={IconSettings}
            onClick={settings.toggle}
            pressed={settings.shown}
          />
        </ToolGroup>
        {!phone && <ZoomTools />}
        <ToolGroup>
          {trip.live && (
            <Tool
              label={t(tracking.shown ? 'trip.stopTracking' : 'trip.track')}
              icon={IconCurrentLocation}
              onClick={tracking.toggle}
              pressed={tracking.shown}
            />
          )}
          <Tool
            label={t('trip.zoomTo')}
            icon={IconFocusCentered}
            onClick={() => showTrip(800)}
            disabled={!track || track.points.length === 0}
          />
          {!phone && <TripViewTools trip={trip} views={views} />}
        </ToolGroup>
        {!phone && chart.tools}
      </MapTools>
      {!phone && chart.windows}
    </>
  )
}

/** Buttons for further views of the trip. */
export function TripViewTools({ trip, views }: { trip: Trip; views: TripViews }) {
  const { t } = useTranslation()
  const { isPinned, toggle } = usePins()
  const pinned = isPinned(trip.id)
  const { weather, replay, alerts, chart } = views
  const pinLabel = t(pinned ? 'trip.unpin' : 'trip.pin')
  const chartLabel = t(chart.shown ? 'trip.hideChart' : 'trip.showChart')
  useActionsHere('trip', [
    { id: 'pin', label: pinLabel, icon: IconPin, key: 'P', run: () => toggle(trip) },
    { id: 'replay', label: t('replay.title'), icon: IconCube3dSphere, key: '3', run: replay.toggle },
    { id: 'weather', label: t('trip.weather'), icon: IconWind, key: 'W', run: weather.toggle },
    { id: 'chart', label: chartLabel, icon: IconChartLine, key: 'C', run: chart.toggle },
  ])
  return (
    <>
      <Tool
        label={pinLabel}
        icon={pinned ? IconPinFilled : IconPin}
        onClick={() => toggle(trip)}
        pressed={pinned}
      />
      <Tool label={t('trip.weather')} icon={IconWind} onClick={weather.toggle} pressed={weather.shown} />
      <Tool
        label={t('replay.title')}
        icon={IconCube3dSphere}
        onClick={replay.toggle}
        pressed={replay.shown}
      />
      {usePermission('department:alert-view') && (
        <Tool
          label={t(alerts.shown ? 'trip.hideAlerts' : 'trip.showAlerts')}
          icon={IconBell}
          onClick={alerts.toggle}
          pressed={alerts.shown}
        />
      )}
      <Tool label={chartLabel} icon={IconChartLine} onClick={chart.toggle} pressed={chart.shown} />
    </>
  )
}

/** Keeps the vessel in the middle of the map as its fixes arrive. */
function useTracking(active: boolean, vesselId: string) {
  const { map } = useStage()
  useEffect(() => {
    if (!active) return
    const follow = () => {
      const vessel = vesselStates.get(vesselId)
      if (!vessel || vessel.latitudeDeg === null || vessel.longitudeDeg === null || map.isMoving()) return
      map.easeTo({
        center: [vessel.longitudeDeg, vessel.latitudeDeg],
        offset: [0, -coveredPx(map) / 2],
        ...flight(800),
      })
    }
    follow()
    return vesselStates.subscribe(follow)
  }, [active, vesselId, map])
}
