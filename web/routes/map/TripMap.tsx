import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import type { Trip } from '#contract/wire/trip.ts'
import { alertsOnTripQuery } from '../../api/alerts.ts'
import { impactReportQuery } from '../../api/impacts.ts'
import { usePermission } from '../../api/user.ts'
import { Heatmap } from '../../heatmap/Heatmap.tsx'
import { useVessel } from '../../live/vesselStates.ts'
import { ChartMap } from '../../map/ChartMap.tsx'
import type { TrackMeasure } from '../../map/colourRamp.ts'
import { createTrack } from '../../map/track.ts'
import { VesselLayer } from '../../map/VesselLayer.tsx'
import { createLinkedCursor } from '../../plots/linkedCursor.ts'
import type { Player } from '../../replay/player.ts'
import { usePlayback } from '../../replay/usePlayback.ts'
import { queryClient } from '../../session/queryClient.ts'
import { withMoment } from '../../trips/moment/momentInAddress.ts'
import { isOfImpact, strongestImpact } from '../../trips/moment/strongestImpact.ts'
import { eventFrom, tripEvents } from '../../trips/moment/tripEvents.ts'
import { TripPath } from '../../trips/path/TripPath.tsx'
import { plotRequest } from '../../trips/tripRequests.ts'
import { usePhone } from '../../ui/usePhone.ts'
import { AlertMarkers } from './alerts/AlertMarkers.tsx'
import { createAlertFocus } from './alerts/alertFocus.ts'
import { LazyMapSettings } from './LazyMapSettings.tsx'
import frame from './MapFrame.module.css'
import { MapFrame } from './MapFrame.tsx'
import { MapGeofences } from './MapGeofences.tsx'
import { SpokenMoment } from './SpokenMoment.tsx'
import { TripPanel } from './TripPanel.tsx'
import { TripPlot } from './TripPlot.tsx'
import { TripReplay } from './TripReplay.tsx'
import { TripTools, TripViewTools } from './TripTools.tsx'
import { useMomentKeys } from './useMomentKeys.ts'
import { useTripMoment } from './useTripMoment.ts'
import { useTripPath } from './useTripPath.ts'
import { useTripViews } from './useTripViews.ts'
import { WeatherWindow } from './weather/WeatherWindow.tsx'

export function TripMap({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [cursor] = useState(createLinkedCursor)
  const player = useTripMoment(trip, cursor)
  const goTo = useGoTo(trip.id, player)
  const [focus] = useState(() =>
    createAlertFocus(cursor, (alert) =>
      goTo(Date.parse(alert.trigger_time), isOfImpact(alert) ? 'felt' : undefined),
    ),
  )
  useEffect(() => player.subscribe(() => focus.movedTo(player.get().timeMs)), [player, focus])
  const views = useTripViews()
  const [measure, setMeasure] = useState<TrackMeasure>('impact')
  const path = useQuery(useTripPath(trip))
  const track = useMemo(() => (path.data ? createTrack(path.data) : null), [path.data])
  const alerts = useQuery({
    ...alertsOnTripQuery(trip.id, trip.live),
    enabled: usePermission('department:alert-view'),
  })
  const shownAlerts = (views.alerts.shown && alerts.data?.data) || NONE
  usePlayback(player, always, !views.replay.shown)
  useMomentKeys({
    player,
    stepMs: plotRequest(trip, NONE, useSearch({ from: '/console/map/trips/$tripId' })).stepMs,
    async onEvent(direction) {
      const report = await queryClient.fetchQuery(impactReportQuery(trip.id)).catch(() => null)
      const { impact_limit } = trip.vessel.system_settings
      const events = tripEvents(alerts.data?.data ?? NONE, report?.impact_events ?? NONE, impact_limit)
      const event = eventFrom(events, player.get().timeMs, direction)
      if (event?.alert) focus.press(event.alert, 'keys')
      else if (event) goTo(event.timeMs, event.sensor)
    },
  })
  const vessel = useVessel(trip.vessel_id)
  const [first] = path.data ?? []
  // An ended trip does not depend on the vessel's current position.
  const here = trip.live ? vessel : undefined
  const begin = {
    latitudeDeg: here?.latitudeDeg ?? first?.latitudeDeg ?? 30,
    longitudeDeg: here?.longitudeDeg ?? first?.longitudeDeg ?? -20,
    zoom: 8,
  }

  const map = (
    <ChartMap view={begin} label={t('map.trip')}>
      <SpokenMoment player={player} />
      <Heatmap />
      <TripPath
        trip={trip}
        track={track}
        failed={path.isError}
        measure={measure}
        cursor={cursor}
        focus={focus}
        onPick={goTo}
      />
      {trip.live && (
        <VesselLayer selectedId={trip.vessel_id} shows={(other) => other.id === trip.vessel_id} />
      )}
      <AlertMarkers alerts={shownAlerts} track={track} focus={focus} />
      <MapGeofences />
      <TripTools trip={trip} track={track} views={views} phone={phone} />
      <LazyMapSettings opened={views.settings.shown} onClose={views.settings.toggle} showsNow={false} />
      {views.replay.shown && (
        <TripReplay {...{ trip, track, player, cursor }} onClose={views.replay.toggle} />
      )}
      {views.weather.shown && <WeatherWindow trip={trip} cursor={cursor} onClose={views.weather.toggle} />}
    </ChartMap>
  )
  const chart = views.chart.shown && (
    <TripPlot {...{ trip, player, cursor, focus }} alerts={shownAlerts} onClose={views.chart.toggle} />
  )
  const panel = (
    <TripPanel
      trip={trip}
      alerts={alerts}
      focus={focus}
      track={track}
      measure={measure}
      onMeasure={setMeasure}
      above={phone && <TripViewTools trip={trip} views={views} />}
      chart={phone && chart}
    />
  )
  return <MapFrame panel={panel}>{phone ? map : <OverPlot chart={chart}>{map}</OverPlot>}</MapFrame>
}

const NONE: readonly [] = []
const always = () => true

/**
 * Makes a time the moment of the trip. With a sensor, chart and replay show that one; `felt` means the strongest impact
 * in that second, and its sensor.
 */
function useGoTo(tripId: string, player: Player) {
  const navigate = useNavigate({ from: '/map/trips/$tripId' })
  return useCallback(
    async (timeMs: number, about?: number | 'felt') => {
      player.pause()
      player.seek(timeMs)
      const beginMs = player.get().timeMs
      const felt = about === 'felt' && (await strongestImpact(tripId, timeMs).catch(() => undefined))
      const sensor = felt ? felt.sensor : about
      // Another moment may have been chosen meanwhile.
      if (typeof sensor !== 'number' || player.get().timeMs !== beginMs) return
      if (felt) player.seek(felt.timeMs)
      void navigate({ search: (now) => withMoment({ ...now, sensor }, player.get().timeMs), replace: true })
    },
    [tripId, player, navigate],
  )
}

/** Map over its plot, with a remembered height. */
function OverPlot({ chart, children }: { chart: React.ReactNode; children: React.ReactNode }) {
  const layout = useDefaultLayout({
    id: 'map-chart-panels',
    panelIds: chart ? ['over', 'chart'] : ['over'],
    storage: localStorage,
  })
  return (
    <Group
      orientation="vertical"
      className={frame.panels}
      defaultLayout={layout.defaultLayout}
      onLayoutChanged={layout.onLayoutChanged}
    >
      <Panel id="over" className={frame.map} minSize={160}>
        {children}
      </Panel>
      {chart && (
        <>
          <Separator className={frame.separatorAcross} />
          <Panel
            id="chart"
            className={frame.map}
            defaultSize={272}
            minSize={160}
            groupResizeBehavior="preserve-pixel-size"
          >
            {chart}
          </Panel>
        </>
      )}
    </Group>
  )
}
