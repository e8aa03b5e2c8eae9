import { useNavigate } from '@tanstack/react-router'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Position } from '#contract/geodesy/position.ts'
import type { Board } from '#contract/wire/board.ts'
import { isUnpaired, type MapVessel } from '#contract/wire/vessel.ts'
import { vesselStates } from '../../live/vesselStates.ts'
import { ChartMap } from '../../map/ChartMap.tsx'
import { fitBounds } from '../../map/fitBounds.ts'
import { fleetBounds, homeWaters } from '../../map/fleetBounds.ts'
import { flight } from '../../map/flight.ts'
import { useStage } from '../../map/stageContext.ts'
import { VesselLayer } from '../../map/VesselLayer.tsx'
import { useActs } from './boardActs.ts'

/** View before the fleet is loaded: most of the world's sea. */
const ANYWHERE = { latitudeDeg: 30, longitudeDeg: -20, zoom: 1.6 }
const MOST_ZOOM = 11
/** Zoom on the boat of a critical alert: its waters, with the boats that could help. */
const ALERT_ZOOM = 12
/** Time without a touch after which the map returns to the boats that are out. */
const LEFT_ALONE_MS = 2 * MINUTE_MS

/** The fleet's map as the ground of the board. It follows the boats that are out, and shows the boat of a new alert. */
export function BoardMap({ board, focusedId }: { board: Board; focusedId: string | null }) {
  const { t } = useTranslation()
  const { isConsole } = useActs()
  const navigate = useNavigate()
  const open = (id: string | null) => {
    if (isConsole && id !== null) void navigate({ to: '/map', search: { vessel: id } })
  }
  return (
    <ChartMap view={ANYWHERE} label={t('map.fleet')}>
      <Follow board={board} focusedId={focusedId} />
      <VesselLayer selectedId={focusedId} shows={isShown} onSelect={open} />
    </ChartMap>
  )
}

const isShown = (vessel: MapVessel) => !isUnpaired(vessel)

function Follow({ board, focusedId }: { board: Board; focusedId: string | null }) {
  const { map } = useStage()
  const touchedMs = useRef(Number.NEGATIVE_INFINITY)
  const hasBegun = useRef(false)

  /** Shows the boats that are out, or without any the waters of most of the fleet. */
  const showFleet = useEffectEvent((durationMs: number) => {
    const out = board.boats.flatMap(({ vessel_id }) => vesselStates.get(vessel_id) ?? []).filter(isPlaced)
    const places = out.length > 0 ? out : homeWaters([...vesselStates.values()].filter(isPlaced))
    const bounds = fleetBounds(places)
    if (bounds && !(durationMs > 0 && places.every((place) => isInView(map, place))))
      fitBounds(map, bounds, { maxZoom: MOST_ZOOM, durationMs })
  })

  useEffect(() => {
    const begin = () => {
      if (hasBegun.current || !vesselStates.ready()) return
      hasBegun.current = true
      showFleet(0)
    }
    begin()
    return vesselStates.subscribe(begin)
  }, [])

  useEffect(() => {
    const touch = () => {
      touchedMs.current = Date.now()
    }
    const target = map.getContainer()
    for (const event of ['pointerdown', 'wheel', 'keydown']) target.addEventListener(event, touch)
    const timer = setInterval(() => {
      if (Date.now() - touchedMs.current > LEFT_ALONE_MS) showFleet(800)
    }, MINUTE_MS)
    return () => {
      for (const event of ['pointerdown', 'wheel', 'keydown']) target.removeEventListener(event, touch)
      clearInterval(timer)
    }
  }, [map])

  const focus = useEffectEvent((id: string) => {
    const vessel = vesselStates.get(id)
    if (!vessel || !isPlaced(vessel)) return
    const { longitudeDeg, latitudeDeg } = vessel
    map.flyTo({ center: [longitudeDeg, latitudeDeg], zoom: ALERT_ZOOM, ...flight(800) })
  })
  useEffect(() => {
    if (focusedId === null) return
    // The column of the map changes its width with the alert.
    map.resize()
    focus(focusedId)
    return () => {
      map.resize()
      touchedMs.current = Number.NEGATIVE_INFINITY
      showFleet(1)
    }
  }, [map, focusedId])
  return null
}

const isPlaced = (vessel: MapVessel): vessel is MapVessel & Position =>
  vessel.latitudeDeg !== null && vessel.longitudeDeg !== null && !isUnpaired(vessel)

const isInView = (map: MapLibreMap, { latitudeDeg, longitudeDeg }: Position) =>
  map.getBounds().contains([longitudeDeg, latitudeDeg])
