import { VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCurrentLocation, IconHistory, IconPrinter, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toDay } from '#contract/domain/datePresets.ts'
import type { AreaWanted } from '#contract/wire/area.ts'
import { isUnpaired, type MapVessel } from '#contract/wire/vessel.ts'
import { AisLayer } from '../../ais/AisLayer.tsx'
import { pathQuery } from '../../api/telemetry.ts'
import { usePermission, useUser } from '../../api/user.ts'
import { useFleetGroup } from '../../fleet/useFleetGroup.ts'
import { RecentTracks } from '../../fleetReplay/RecentTracks.tsx'
import { replayDays, replayRange } from '../../fleetReplay/replayDays.ts'
import { useFleetReplay } from '../../fleetReplay/useFleetReplay.ts'
import { Heatmap } from '../../heatmap/Heatmap.tsx'
import { useVessel } from '../../live/vesselStates.ts'
import { lazyPart } from '../../loading/parts.ts'
import { ChartMap } from '../../map/ChartMap.tsx'
import { useChartTools } from '../../map/chartTools/useChartTools.tsx'
import { MapTools, Tool, ToolGroup, ZoomTools } from '../../map/MapTools.tsx'
import { mapMemory } from '../../map/mapMemory.ts'
import { FleetContext, liveFleet } from '../../map/shownFleet.ts'
import { useStage } from '../../map/stageContext.ts'
import { TrackLayer } from '../../map/TrackLayer.tsx'
import { createTrack } from '../../map/track.ts'
import { VesselLayer, type VesselsAtOnePlace } from '../../map/VesselLayer.tsx'
import { usePreference } from '../../preferences/preferences.ts'
import { PaperChart } from '../../print/PaperChart.tsx'
import { Sea } from '../../sea/Sea.tsx'
import { type FleetMapSearch, viewOf } from '../../searchParameters.ts'

import { NoAccess } from '../../ui/NoAccess.tsx'
import notice from '../../ui/Notice.module.css'
import { usePhone } from '../../ui/usePhone.ts'
import { FleetPanel } from './FleetPanel.tsx'
import { FleetView, showFleet } from './FleetView.tsx'
import { LazyMapSettings } from './LazyMapSettings.tsx'
import { MapFrame } from './MapFrame.tsx'
import { MapGeofences } from './MapGeofences.tsx'
import { Sleigh } from './Sleigh.tsx'
import { VesselsHerePopup } from './VesselsHerePopup.tsx'

const HarbourOffer = lazyPart(() =>
  import('../../map/areas/HarbourOffer.tsx').then((loaded) => loaded.HarbourOffer),
)
const AreasWindow = lazyPart(() =>
  import('../../map/areas/AreasWindow.tsx').then((loaded) => loaded.AreasWindow),
)
const VesselPopup = lazyPart(() => import('./VesselPopup.tsx').then((loaded) => loaded.VesselPopup))
const VesselStrip = lazyPart(() => import('./VesselStrip.tsx').then((loaded) => loaded.VesselStrip))
const FleetReplayBar = lazyPart(() =>
  import('../../fleetReplay/FleetReplayBar.tsx').then((loaded) => loaded.FleetReplayBar),
)

export function FleetMapPage() {
  return usePermission('department:vessel-view') ? (
    <FleetMap />
  ) : (
    <div className={notice.page}>
      <NoAccess />
    </div>
  )
}

/** View before the fleet is loaded: most of the world's sea. */
const ANYWHERE = { latitudeDeg: 30, longitudeDeg: -20, zoom: 1.6 }

function FleetMap() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/console/map' })
  const navigate = useNavigate({ from: '/map' })
  const phone = usePhone()
  const withUnpaired = usePreference('show-unpaired-vessels')
  const chosenOnMap = useRef(false)
  const vessel = useVessel(search.vessel)
  const { id: person } = useUser()
  const addressed = viewOf(search)
  const isPlaced = addressed.latitudeDeg !== undefined
  const [memory] = useState(() => mapMemory(person, isPlaced ? 'left' : 'begun'))
  const [begin] = useState(() => {
    const known = (!isPlaced && memory.recall()?.view) || ANYWHERE
    return { ...known, ...addressed }
  })

  const [several, setSeveral] = useState<VesselsAtOnePlace | null>(null)
  const select = (id: string | null) => {
    setSeveral(null)
    chosenOnMap.current = id !== null && id !== search.vessel
    const next = id === search.vessel ? undefined : (id ?? undefined)
    if (next !== search.vessel) void navigate({ search: (now) => ({ ...now, vessel: next }) })
  }
  // Closes the list of overlapping vessels when the user selects a vessel, here or elsewhere.
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
      isInGroup(vessel) && (search.show !== undefined || withUnpaired || !isUnpaired(vessel)),
    [isInGroup, search.show, withUnpaired],
  )
  const { replay, foot } = useReplay(search)
  const liveVessel = replay ? undefined : vessel
  const track = useVesselTrack(liveVessel)

  return (
    <MapFrame
      panel={<FleetPanel selectedId={search.vessel ?? null} shows={shows} />}
      card={
        phone &&
        liveVessel && (
          <Suspense>
            <VesselStrip vessel={liveVessel} onClose={() => select(null)} />
          </Suspense>
        )
      }
      foot={foot}
    >
      <FleetContext value={replay?.fleet ?? liveFleet}>
        <VisuallyHidden component="h1">{t('map.fleet')}</VisuallyHidden>
        <ChartMap view={begin} label={t('map.fleet')} memory={memory}>
          <FleetView chosenOnMap={chosenOnMap} shows={shows} onBegun={memory.beginsAt} />
          {liveVessel && track && <TrackLayer track={track} limitG={liveVessel.impact_limit} />}
          <Heatmap />
          {!replay && <Sea />}
          {!replay && <AisLayer />}
          {!replay && <RecentTracks shows={shows} />}
          <VesselLayer
            selectedId={search.vessel ?? null}
            onSelect={select}
            onSeveral={ask}
            {...(replay ? {} : { shows })}
          />
          {several && !vessel && (
            <VesselsHerePopup several={several} onSelect={select} onClose={() => setSeveral(null)} />
          )}
          {liveVessel && !phone && (
            <Suspense>
              <VesselPopup
                key={liveVessel.id}
                vessel={liveVessel}
                track={track}
                onClose={() => select(null)}
              />
            </Suspense>
          )}
          <MapGeofences />
          <Sleigh />
          <FleetTools phone={phone} />
          <PaperChart title={t(replay ? 'fleetReplay.title' : 'map.fleet')} />
        </ChartMap>
      </FleetContext>
    </MapFrame>
  )
}

/** Interval at which playback writes its time into the address, ms. */
const REPORT_EVERY_MS = 2000

/** Replay of the days in the address, with its timeline. */
function useReplay({ from, to, at, speed = 60, vessel }: FleetMapSearch) {
  const navigate = useNavigate({ from: '/map' })
  const may = usePermission('department:trip-view')
  const days = useMemo(
    () => (from && may ? replayDays({ from, to: to ?? from }, new Date()) : null),
    [from, to, may],
  )
  const range = useMemo(() => days && replayRange(days, new Date()), [days])
  const replay = useFleetReplay(range && { ...range, atMs: at && at * 1000, speed })
  const player = replay?.player
  const isOn = replay !== null

  useEffect(() => {
    if (!isOn || !player) return
    let reportedMs = player.get().timeMs
    const report = () => {
      const { timeMs } = player.get()
      if (timeMs === reportedMs) return
      reportedMs = timeMs
      void navigate({ search: (now) => ({ ...now, at: Math.floor(timeMs / 1000) }), replace: true })
    }
    const timer = setInterval(report, REPORT_EVERY_MS)
    return () => clearInterval(timer)
  }, [player, isOn, navigate])

  const foot = replay && days && (
    <Suspense>
      <FleetReplayBar
        replay={replay}
        days={days}
        vesselId={vessel ?? null}
        onDays={(next) =>
          void navigate({ search: (now) => ({ ...now, ...replayDays(next, new Date()), at: undefined }) })
        }
        onSpeed={(next) => void navigate({ search: (now) => ({ ...now, speed: next }), replace: true })}
        onClose={() =>
          void navigate({
            search: (now) => ({ ...now, from: undefined, to: undefined, at: undefined, speed: undefined }),
          })
        }
      />
    </Suspense>
  )
  return { replay, foot }
}

function FleetTools({ phone }: { phone: boolean }) {
  const { t } = useTranslation()
  const { map } = useStage()
  const [settings, drawer] = useDisclosure(false)
  const [showsAreas, areas] = useDisclosure(false)
  const [firstArea, setFirstArea] = useState<AreaWanted['bounds'] | null>(null)
  const isDecided = usePreference('harbour-offered')
  const isOffered = useUser().role_id === 'super-admin' && !isDecided
  const { from } = useSearch({ from: '/console/map' })
  const navigate = useNavigate({ from: '/map' })
  const mayReplay = usePermission('department:trip-view')
  const replay = () => {
    const days = from
      ? { from: undefined, to: undefined }
      : { from: toDay(new Date()), to: toDay(new Date()) }
    void navigate({ search: (now) => ({ ...now, ...days, at: undefined, speed: undefined }) })
  }
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
        {mayReplay && (
          <ToolGroup>
            <Tool
              label={t('fleetReplay.title')}
              icon={IconHistory}
              pressed={from !== undefined}
              onClick={replay}
            />
          </ToolGroup>
        )}
        {chart.tools}
        {!phone && (
          <ToolGroup>
            <Tool label={t('print.print')} icon={IconPrinter} onClick={() => print()} />
          </ToolGroup>
        )}
      </MapTools>
      {chart.windows}
      <LazyMapSettings
        opened={settings}
        onClose={drawer.close}
        showsNow={from === undefined}
        onAreas={() => {
          drawer.close()
          setFirstArea(null)
          areas.open()
        }}
      />
      {showsAreas && (
        <Suspense>
          <AreasWindow first={firstArea} onClose={areas.close} />
        </Suspense>
      )}
      {isOffered && (
        <Suspense>
          <HarbourOffer
            onAccept={(area) => {
              setFirstArea(area)
              areas.open()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Number of points of the selected vessel's track: enough for its shape on the fleet map. */
const TRACK_POINTS = 400

function useVesselTrack(vessel: MapVessel | undefined) {
  const live = vessel?.status === 'sailing' || vessel?.status === 'online'
  const { data: points } = useQuery({
    ...pathQuery(vessel?.trip_id ?? '', { points: TRACK_POINTS, live }),
    enabled: Boolean(vessel?.trip_id),
  })
  return useMemo(() => (points && points.length > 1 ? createTrack(points) : null), [points])
}
