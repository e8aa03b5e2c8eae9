import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Geofence } from '#contract/wire/geofence.ts'
import { coveredPx } from '../../map/fitBounds.ts'
import { fleetBounds } from '../../map/fleetBounds.ts'
import { flight } from '../../map/flight.ts'
import { outlineOf } from '../../map/geofenceShapes.ts'
import { homeFences } from '../../map/homeFences.ts'
import { useStage } from '../../map/stageContext.ts'
import { useSettledView } from '../../map/useSettledView.ts'
import { addressedView, viewOf } from '../../searchParameters.ts'

const MAX_ZOOM = 15
const PADDING_PX = 30
/** Delay between the arrival of the map and the popup, so that the popup chooses its side on a map at rest. */
const POPUP_DELAY_MS = 100

interface Props {
  geofences: readonly Geofence[]
  /** Geofence to show; null while the user has chosen none in the list. */
  chosen: Geofence | null
  /** Called when the map has reached the chosen geofence. */
  onArrived: (id: string) => void
}

/** Shows the waters with most geofences first, unless the address has a place; then each geofence that the user chooses in the list. */
export function GeofenceView({ geofences, chosen, onArrived }: Props) {
  const { map } = useStage()
  const search = useSearch({ from: '/console/geofences' })
  const navigate = useNavigate({ from: '/geofences' })
  const begun = useRef(viewOf(search).latitudeDeg !== undefined)
  const arrive = useEffectEvent(onArrived)

  useEffect(() => {
    if (begun.current || geofences.length === 0) return
    begun.current = true
    const one = geofences.find(({ id }) => id === search.geofence)
    show(map, one ? [one] : homeFences(geofences), 0)
  })
  useEffect(() => {
    if (!chosen) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const arrived = () => {
      timer = setTimeout(() => arrive(chosen.id), POPUP_DELAY_MS)
    }
    map.once('moveend', arrived)
    show(map, [chosen], 800)
    return () => {
      clearTimeout(timer)
      map.off('moveend', arrived)
    }
  }, [map, chosen])
  useSettledView(map, '/geofences', (view) => {
    void navigate({ search: (now) => ({ ...now, ...addressedView(view) }), replace: true })
  })
  return null
}

/** Moves the map only if the covered upper edge, this many pixels high, would hide the shape. */
export function showBelow(map: MapLibreMap, shape: Geofence, coveredTopPx: number) {
  const tops = outlineOf(shape).map((place) => map.project(place).y)
  if (Math.min(...tops) < coveredTopPx) show(map, [shape], 300, coveredTopPx)
}

function show(map: MapLibreMap, shapes: readonly Geofence[], durationMs: number, coveredTopPx = 0) {
  const places = shapes.flatMap((shape) =>
    outlineOf(shape).map(([longitudeDeg, latitudeDeg]) => ({ latitudeDeg, longitudeDeg })),
  )
  const bounds = fleetBounds(places)
  if (!bounds) return
  const { west, south, east, north } = bounds
  const sides = { top: PADDING_PX + coveredTopPx, left: PADDING_PX, right: PADDING_PX }
  const padding = { ...sides, bottom: PADDING_PX + coveredPx(map) }
  map.fitBounds([west, south, east, north], { padding, maxZoom: MAX_ZOOM, ...flight(durationMs) })
}
