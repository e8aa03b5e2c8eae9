import { useDisclosure } from '@mantine/hooks'
import { IconCurrentLocation, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnheard, type MapVessel } from '#contract/vessel.ts'
import { pathQuery } from '../../api/telemetry.ts'
import { usePermission } from '../../api/user.ts'
import { useFleetGroup } from '../../fleet/useFleetGroup.ts'
import { Heatmap } from '../../heatmap/Heatmap.tsx'
import { useVessel } from '../../live/vesselStates.ts'
import { ChartMap } from '../../map/ChartMap.tsx'
import { useChartTools } from '../../map/chartTools/useChartTools.tsx'
import { MapTools, Tool, ToolGroup, ZoomTools } from '../../map/MapTools.tsx'
import { useStage } from '../../map/stageContext.ts'
import { TrackLayer } from '../../map/TrackLayer.tsx'
import { createTrack } from '../../map/track.ts'
import { VesselLayer, type VesselsAtOnePlace } from '../../map/VesselLayer.tsx'
import { usePreference } from '../../preferences/preferences.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import notice from '../../ui/Notice.module.css'
import { usePhone } from '../../ui/usePhone.ts'
import { FleetPanel } from './FleetPanel.tsx'
import { FleetView, showFleet } from './FleetView.tsx'
import { MapFrame } from './MapFrame.tsx'
import { MapGeofences } from './MapGeofences.tsx'
import { MapSettings } from './MapSettings.tsx'
import { Sleigh } from './Sleigh.tsx'
import { VesselPopup } from './VesselPopup.tsx'
import { VesselStrip } from './VesselStrip.tsx'
import { VesselsHerePopup } from './VesselsHerePopup.tsx'

export function FleetMapPage() {
  return usePermission('department:vessel-view') ? (
    <FleetMap />
  ) : (
    <div className={notice.page}>
      <NoAccess />
    </div>
  )
}

/** Before anything is known of the fleet: most of the world's sea. */
const ANYWHERE = { lat: 30, lng: -20, zoom: 1.6 }

function FleetMap() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/console/map' })
  const navigate = useNavigate({ from: '/map' })
  const phone = usePhone()
  const withUnpaired = usePreference('show-unpaired-vessels')
  const chosenOnMap = useRef(false)
  const vessel = useVessel(search.vessel)
  const begin = useRef({
    lat: search.lat ?? ANYWHERE.lat,
    lng: search.lng ?? ANYWHERE.lng,
    zoom: search.zoom ?? ANYWHERE.zoom,
  })

  const [several, setSeveral] = useState<VesselsAtOnePlace | null>(null)
  const select = (id: string | null) => {
    setSeveral(null)
    chosenOnMap.current = id !== null && id !== search.vessel
    const next = id === search.vessel ? undefined : (id ?? undefined)
    if (next !== search.vessel) void navigate({ search: (now) => ({ ...now, vessel: next }) })
  }
  // Whoever chose a vessel, here or elsewhere, has left the list.
  useEffect(() => {
    if (search.vessel) setSeveral(null)
  }, [search.vessel])
  const ask = (vessels: VesselsAtOnePlace) => {
    select(null)
    setSeveral(vessels)
  }
  const isInGroup = useFleetGroup(search.show)
  const shows = useCallback(
    (vessel: MapVessel) =>
      isInGroup(vessel) && (search.show !== undefined || withUnpaired || !isUnheard(vessel)),
    [isInGroup, search.show, withUnpaired],
  )
  const track = useVesselTrack(vessel)

  return (
    <MapFrame
      panel={<FleetPanel selectedId={search.vessel ?? null} shows={shows} />}
      card={phone && vessel && <VesselStrip vessel={vessel} onClose={() => select(null)} />}
    >
      <ChartMap view={begin.current} label={t('map.fleet')}>
        <FleetView chosenOnMap={chosenOnMap} shows={shows} />
        {vessel && track && <TrackLayer track={track} limitG={vessel.impact_limit} />}
        <Heatmap />
        <VesselLayer selectedId={search.vessel ?? null} onSelect={select} onSeveral={ask} shows={shows} />
        {several && !vessel && (
          <VesselsHerePopup several={several} onSelect={select} onClose={() => setSeveral(null)} />
        )}
        {vessel && !phone && (
          <VesselPopup key={vessel.id} vessel={vessel} track={track} onClose={() => select(null)} />
        )}
        <MapGeofences />
        <Sleigh />
        <FleetTools phone={phone} />
      </ChartMap>
    </MapFrame>
  )
}

function FleetTools({ phone }: { phone: boolean }) {
  const { t } = useTranslation()
  const { map } = useStage()
  const [settings, drawer] = useDisclosure(false)
  const chart = useChartTools()
  const whole = <Tool label={t('map.wholeFleet')} icon={IconCurrentLocation} onClick={() => showFleet(map)} />
  return (
    <>
      <MapTools>
        <ToolGroup>
          <Tool label={t('map.settings')} icon={IconSettings} onClick={drawer.toggle} pressed={settings} />
          {phone && whole}
        </ToolGroup>
        {!phone && <ZoomTools />}
        {!phone && <ToolGroup>{whole}</ToolGroup>}
        {chart.tools}
      </MapTools>
      {chart.windows}
      <MapSettings opened={settings} onClose={drawer.close} />
    </>
  )
}

/** Points of the selected vessel's track: enough for its shape on the fleet's map. */
const TRACK_POINTS = 400

function useVesselTrack(vessel: MapVessel | undefined) {
  const live = vessel?.status === 'sailing' || vessel?.status === 'online'
  const { data: points } = useQuery({
    ...pathQuery(vessel?.trip_id ?? '', { points: TRACK_POINTS, live }),
    enabled: Boolean(vessel?.trip_id),
  })
  return useMemo(() => (points && points.length > 1 ? createTrack(points) : null), [points])
}
