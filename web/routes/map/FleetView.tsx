import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { MapVessel } from '#contract/vessel.ts'
import { vesselStates } from '../../live/vesselStates.ts'
import { coveredPx, fitBounds } from '../../map/fitBounds.ts'
import { fleetBounds, homeWaters } from '../../map/fleetBounds.ts'
import { flight } from '../../map/flight.ts'
import { useStage } from '../../map/stageContext.ts'

/** How long the map must rest before its place is written into the address. */
const SETTLE_MS = 300
const WHOLE_FLEET_MAX_ZOOM = 11
/** A vessel chosen from a list is shown at least this near, and never nearer than the last. */
const FOCUS_ZOOM = { least: 9.6, most: 15 }

/** Keeps address and view together: restores the place, else shows the fleet, and writes where the map came to rest. */
export function FleetView({ chosenOnMap }: { chosenOnMap: { current: boolean } }) {
  const { map } = useStage()
  const search = useSearch({ from: '/console/map' })
  const navigate = useNavigate({ from: '/map' })
  const hasView = search.lat !== undefined && search.lng !== undefined
  const begun = useRef(hasView)
  const vesselId = search.vessel

  const begin = useEffectEvent(() => {
    if (begun.current || !vesselStates.ready()) return
    begun.current = true
    if (!vesselId) showPlaces(map, homeWaters(placedVessels()), 0)
  })
  useEffect(() => {
    begin()
    return vesselStates.subscribe(() => begin())
  }, [])

  const focus = useEffectEvent((): boolean => {
    const vessel = vesselId ? vesselStates.get(vesselId) : undefined
    if (!vessel || vessel.lat === null || vessel.lon === null) return false
    const zoom = Math.min(FOCUS_ZOOM.most, Math.max(FOCUS_ZOOM.least, map.getZoom()))
    map.flyTo({ center: [vessel.lon, vessel.lat], offset: [0, -coveredPx(map) / 2], zoom, ...flight(800) })
    return true
  })
  useEffect(() => {
    if (!vesselId) return
    if (chosenOnMap.current) {
      chosenOnMap.current = false
      return
    }
    if (focus()) return
    const stop = vesselStates.subscribe(() => {
      if (focus()) stop()
    })
    return stop
  }, [vesselId, chosenOnMap])

  const write = useEffectEvent(() => {
    const { lat, lng } = map.getCenter().wrap()
    const round = (value: number, decimals: number) => Number(value.toFixed(decimals))
    void navigate({
      search: (now) => ({ ...now, lat: round(lat, 5), lng: round(lng, 5), zoom: round(map.getZoom(), 2) }),
      replace: true,
    })
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      clearTimeout(timer)
      timer = setTimeout(() => write(), SETTLE_MS)
    }
    map.on('moveend', settle)
    return () => {
      clearTimeout(timer)
      map.off('moveend', settle)
    }
  }, [map])
  return null
}

export const showFleet = (map: MapLibreMap) => showPlaces(map, placedVessels(), 800)

function showPlaces(map: MapLibreMap, places: readonly { lat: number; lon: number }[], durationMs: number) {
  const bounds = fleetBounds(places)
  if (bounds) fitBounds(map, bounds, { maxZoom: WHOLE_FLEET_MAX_ZOOM, durationMs })
}

const placedVessels = () => [...vesselStates.values()].filter(isPlaced)

const isPlaced = (vessel: MapVessel): vessel is MapVessel & { lat: number; lon: number } =>
  vessel.lat !== null && vessel.lon !== null && vessel.status !== 'unpaired'
