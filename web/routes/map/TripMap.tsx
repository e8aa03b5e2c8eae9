import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import type { Trip } from '#contract/trip.ts'
import { createLinkedCursor } from '../../charts/linkedCursor.ts'
import { useVessel } from '../../live/vesselStates.ts'
import { ChartMap } from '../../map/ChartMap.tsx'
import type { TrackMeasure } from '../../map/colourRamp.ts'
import { MapSettings } from '../../map/MapSettings.tsx'
import { createTrack } from '../../map/track.ts'
import { VesselLayer } from '../../map/VesselLayer.tsx'
import frame from './MapFrame.module.css'
import { MapFrame } from './MapFrame.tsx'
import { TripChart } from './TripChart.tsx'
import { TripPanel } from './TripPanel.tsx'
import { TripPath } from './TripPath.tsx'
import { TripReplay } from './TripReplay.tsx'
import { TripTools } from './TripTools.tsx'
import { useTripPath } from './useTripPath.ts'

export function TripMap({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const [cursor] = useState(createLinkedCursor)
  const [settings, drawer] = useDisclosure(false)
  const [tracking, setTracking] = useState(false)
  const [replayed, setReplayed] = useState(false)
  const [measure, setMeasure] = useState<TrackMeasure>('impact')
  const [charted, setCharted] = useLocalStorage({
    key: 'map-chart',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const path = useQuery(useTripPath(trip))
  const track = useMemo(() => (path.data ? createTrack(path.data) : null), [path.data])
  const vessel = useVessel(trip.vessel_id)
  const [first] = path.data ?? []
  const begin = { lat: vessel?.lat ?? first?.lat ?? 30, lng: vessel?.lon ?? first?.lon ?? -20, zoom: 8 }

  const map = (
    <ChartMap view={begin} label={t('map.trip')}>
      <TripPath trip={trip} track={track} failed={path.isError} measure={measure} cursor={cursor} />
      {trip.live && (
        <VesselLayer selectedId={trip.vessel_id} shows={(other) => other.id === trip.vessel_id} />
      )}
      <TripTools
        trip={trip}
        track={track}
        tracking={tracking}
        onTracking={setTracking}
        charted={charted}
        onCharted={setCharted}
        replayed={replayed}
        onReplayed={setReplayed}
        settings={settings}
        onSettings={drawer.toggle}
        phone={phone}
      />
      <MapSettings opened={settings} onClose={drawer.close} />
      {replayed && <TripReplay trip={trip} cursor={cursor} onClose={() => setReplayed(false)} />}
    </ChartMap>
  )
  const chart = <TripChart trip={trip} cursor={cursor} onClose={() => setCharted(false)} />
  const panel = (
    <TripPanel
      trip={trip}
      measure={measure}
      onMeasure={setMeasure}
      chart={phone && charted ? chart : undefined}
    />
  )
  return (
    <MapFrame panel={panel}>
      {phone ? map : <OverChart chart={charted ? chart : null}>{map}</OverChart>}
    </MapFrame>
  )
}

/** The map over its chart; the height is remembered. */
function OverChart({ chart, children }: { chart: React.ReactNode; children: React.ReactNode }) {
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
