import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import type { Trip } from '#contract/wire/trip.ts'
import { alertsOnTripQuery } from '../../api/alerts.ts'
import { usePermission } from '../../api/user.ts'
import { Heatmap } from '../../heatmap/Heatmap.tsx'
import { useVessel } from '../../live/vesselStates.ts'
import { ChartMap } from '../../map/ChartMap.tsx'
import type { TrackMeasure } from '../../map/colourRamp.ts'
import { createTrack } from '../../map/track.ts'
import { VesselLayer } from '../../map/VesselLayer.tsx'
import { createLinkedCursor } from '../../plots/linkedCursor.ts'
import { TripPath } from '../../trips/path/TripPath.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { AlertMarkers } from './alerts/AlertMarkers.tsx'
import { createAlertFocus } from './alerts/alertFocus.ts'
import { LazyMapSettings } from './LazyMapSettings.tsx'
import frame from './MapFrame.module.css'
import { MapFrame } from './MapFrame.tsx'
import { MapGeofences } from './MapGeofences.tsx'
import { TripPanel } from './TripPanel.tsx'
import { TripPlot } from './TripPlot.tsx'
import { TripReplay } from './TripReplay.tsx'
import { TripTools, TripViewTools } from './TripTools.tsx'
import { useTripPath } from './useTripPath.ts'
import { useTripViews } from './useTripViews.ts'
import { WeatherWindow } from './weather/WeatherWindow.tsx'

export function TripMap({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [cursor] = useState(createLinkedCursor)
  const [focus] = useState(() => createAlertFocus(cursor))
  const views = useTripViews()
  const [measure, setMeasure] = useState<TrackMeasure>('impact')
  const path = useQuery(useTripPath(trip))
  const track = useMemo(() => (path.data ? createTrack(path.data) : null), [path.data])
  const alerts = useQuery({
    ...alertsOnTripQuery(trip.id, trip.live),
    enabled: usePermission('department:alert-view'),
  })
  const shownAlerts = (views.alerts.shown && alerts.data?.data) || NONE
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
      <Heatmap />
      <TripPath
        trip={trip}
        track={track}
        failed={path.isError}
        measure={measure}
        cursor={cursor}
        focus={focus}
      />
      {trip.live && (
        <VesselLayer selectedId={trip.vessel_id} shows={(other) => other.id === trip.vessel_id} />
      )}
      <AlertMarkers alerts={shownAlerts} track={track} focus={focus} />
      <MapGeofences />
      <TripTools trip={trip} track={track} views={views} phone={phone} />
      <LazyMapSettings opened={views.settings.shown} onClose={views.settings.toggle} showsNow={false} />
      {views.replay.shown && (
        <TripReplay trip={trip} track={track} cursor={cursor} onClose={views.replay.toggle} />
      )}
      {views.weather.shown && <WeatherWindow trip={trip} cursor={cursor} onClose={views.weather.toggle} />}
    </ChartMap>
  )
  const chart = views.chart.shown && (
    <TripPlot trip={trip} cursor={cursor} alerts={shownAlerts} focus={focus} onClose={views.chart.toggle} />
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
