import { IconFocusCentered, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { pathQuery } from '../../../api/telemetry.ts'
import { ChartMap } from '../../../map/ChartMap.tsx'
import { fitBounds } from '../../../map/fitBounds.ts'
import { fleetBounds } from '../../../map/fleetBounds.ts'
import { StartRing } from '../../../map/MapMark.tsx'
import { MapTools, Tool, ToolGroup, ZoomTools } from '../../../map/MapTools.tsx'
import { useStage } from '../../../map/stageContext.ts'
import { TrackLayer } from '../../../map/TrackLayer.tsx'
import { createTrack, type Track } from '../../../map/track.ts'
import { usePhone } from '../../../ui/usePhone.ts'
import classes from './EventMap.module.css'
import { ImpactMark, NearbyMark } from './ImpactMark.tsx'

/** Same number of points as the trip's own map, so that both share one answer. */
const PATH_POINTS = 2000
const ZOOM = { alone: 14, beside: 17.5, trip: 15 } as const

/** Path of the trip with the place of the impact, and nearby vessels. */
export function EventMap({ trip, event }: { trip: Trip; event: ImpactEvent }) {
  const { t } = useTranslation()
  const path = useQuery(pathQuery(trip.id, { points: PATH_POINTS, live: trip.live }))
  const track = useMemo(() => (path.data?.length ? createTrack(path.data) : null), [path.data])
  const limitG = trip.vessel.system_settings.impact_limit
  const place = event.vessel_location
  const [first] = path.data ?? []
  const begin = place ?? first
  if (!begin) {
    return <div className={classes.map}>{!path.isPending && <p>{t('impacts.event.noPlace')}</p>}</div>
  }
  return (
    <div className={classes.map}>
      <ChartMap
        view={{ latitudeDeg: begin.latitudeDeg, longitudeDeg: begin.longitudeDeg, zoom: ZOOM.alone }}
        label={t('impacts.event.map')}
      >
        {track && <TrackLayer track={track} limitG={limitG} />}
        {track && <StartRing x={track.x[0] ?? 0} y={track.y[0] ?? 0} />}
        {event.nearby_vessels.map((vessel) => (
          <NearbyMark key={`${vessel.latitudeDeg} ${vessel.longitudeDeg}`} vessel={vessel} />
        ))}
        {place && <ImpactMark event={event} place={place} limitG={limitG} />}
        <Tools event={event} track={track} />
      </ChartMap>
    </div>
  )
}

function Tools({ event, track }: { event: ImpactEvent; track: Track | null }) {
  const { t } = useTranslation()
  const { map } = useStage()
  const phone = usePhone()
  const place = event.vessel_location
  const showImpact = useEffectEvent((durationMs: number) => {
    if (!place) return
    const near = [place, ...event.nearby_vessels]
    const bounds = fleetBounds(near)
    const maxZoom = near.length > 1 ? ZOOM.beside : ZOOM.alone
    if (bounds) fitBounds(map, bounds, { maxZoom, durationMs })
  })
  const showTrip = () => {
    const bounds = track && fleetBounds(track.points)
    if (bounds) fitBounds(map, bounds, { maxZoom: ZOOM.trip, durationMs: 800 })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the map once for every event
  useEffect(() => showImpact(0), [event.peak_impact_time])
  return (
    <MapTools>
      {!phone && <ZoomTools />}
      <ToolGroup>
        <Tool
          label={t('impacts.event.zoomTo')}
          icon={IconFocusCentered}
          onClick={() => showImpact(800)}
          disabled={!place}
        />
        <Tool label={t('trip.zoomTo')} icon={IconRoute} onClick={showTrip} disabled={!track} />
      </ToolGroup>
    </MapTools>
  )
}
