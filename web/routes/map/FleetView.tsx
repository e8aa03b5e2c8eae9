import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Position } from '#contract/geodesy/position.ts'
import type { MapVessel } from '#contract/wire/vessel.ts'
import type { FleetGroup } from '../../fleet/fleetGroups.ts'
import { vesselStates } from '../../live/vesselStates.ts'
import { coveredPx, fitBounds } from '../../map/fitBounds.ts'
import { fleetBounds, homeWaters } from '../../map/fleetBounds.ts'
import { flight } from '../../map/flight.ts'
import { positionOf } from '../../map/mapPosition.ts'
import type { MapView } from '../../map/mapView.ts'
import { useShownFleet } from '../../map/shownFleet.ts'
import { useStage } from '../../map/stageContext.ts'
import { useSettledView } from '../../map/useSettledView.ts'
import { addressedView, type MapSearch, viewOf } from '../../searchParameters.ts'

const WHOLE_FLEET_MAX_ZOOM = 11
/** Groups that need data from the server. */
const ASKED: readonly FleetGroup[] = ['out', 'alerts', 'fuel']
/** Zoom limits for a vessel chosen in a list. */
const FOCUS_ZOOM = { least: 9.6, most: 15 }

/**
 * Synchronizes address and view. It restores the place of the address, or shows the chosen vessel or the fleet. It
 * writes the place where the map came to rest, and follows when the user goes back.
 */
export function FleetView({
  chosenOnMap,
  shows,
  onBegun,
}: {
  chosenOnMap: { current: boolean }
  shows: (vessel: MapVessel) => boolean
  /** Called with the place of the map when the address has neither place nor vessel. */
  onBegun: (view: MapView) => void
}) {
  const { map } = useStage()
  const fleet = useShownFleet()
  const search = useSearch({ from: '/console/map' })
  const navigate = useNavigate({ from: '/map' })
  const { latitudeDeg, longitudeDeg, zoom } = viewOf(search)
  const hasView = latitudeDeg !== undefined && longitudeDeg !== undefined
  const begun = useRef(hasView)
  const vesselId = search.vessel
  const shared = useRef(hasView ? vesselId : undefined)
  const written = useRef(placeOf(search))

  const begin = useEffectEvent(() => {
    if (begun.current || !vesselStates.ready()) return
    const places = placedVessels().filter(shows)
    const isGroup = search.show !== undefined && places.length > 0
    const vessel = vesselId ? vesselStates.get(vesselId) : undefined
    if (!vessel || vessel.latitudeDeg === null)
      showPlaces(map, isGroup ? places : homeWaters(placedVessels()), 0)
    if (!vessel && !isGroup) onBegun({ ...positionOf(map.getCenter()), zoom: map.getZoom() })
    // The members of a group may still be loading.
    begun.current = isGroup || !ASKED.some((group) => group === search.show)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the event reads the shown vessels
  useEffect(() => {
    begin()
    return vesselStates.subscribe(() => begin())
  }, [shows])

  const focus = useEffectEvent((): boolean => {
    const vessel = vesselId ? fleet.get(vesselId) : undefined
    if (!vessel || vessel.latitudeDeg === null || vessel.longitudeDeg === null) return false
    // In an address with place and vessel, the place showed the vessel; the map moves only if she has left the view.
    const seen =
      shared.current === vesselId && map.getBounds().contains([vessel.longitudeDeg, vessel.latitudeDeg])
    shared.current = undefined
    if (seen) return true
    const zoom = Math.min(FOCUS_ZOOM.most, Math.max(FOCUS_ZOOM.least, map.getZoom()))
    map.flyTo({
      center: [vessel.longitudeDeg, vessel.latitudeDeg],
      offset: [0, -coveredPx(map) / 2],
      zoom,
      ...flight(800),
    })
    return true
  })
  useEffect(() => {
    if (!vesselId) return
    if (chosenOnMap.current) {
      chosenOnMap.current = false
      return
    }
    if (focus()) return
    const stop = fleet.subscribe(() => {
      if (focus()) stop()
    })
    return stop
  }, [vesselId, chosenOnMap, fleet])

  const back = useEffectEvent(() => {
    if (latitudeDeg === undefined || longitudeDeg === undefined) return
    if (placeOf(search) === written.current) return
    written.current = placeOf(search)
    map.jumpTo({ center: [longitudeDeg, latitudeDeg], ...(zoom === undefined ? {} : { zoom }) })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the event reads them
  useEffect(() => back(), [latitudeDeg, longitudeDeg, zoom])

  useSettledView(map, '/map', (settled) => {
    const view = addressedView(settled)
    written.current = placeOf(view)
    void navigate({ search: (now) => ({ ...now, ...view }), replace: true })
  })
  return null
}

const placeOf = (search: MapSearch) => JSON.stringify(viewOf(search))

export const showFleet = (map: MapLibreMap) => showPlaces(map, placedVessels(), 800)

function showPlaces(map: MapLibreMap, places: readonly Position[], durationMs: number) {
  const bounds = fleetBounds(places)
  if (bounds) fitBounds(map, bounds, { maxZoom: WHOLE_FLEET_MAX_ZOOM, durationMs })
}

const placedVessels = () => [...vesselStates.values()].filter(isPlaced)

const isPlaced = (vessel: MapVessel): vessel is MapVessel & Position =>
  vessel.latitudeDeg !== null && vessel.longitudeDeg !== null && vessel.status !== 'unpaired'
