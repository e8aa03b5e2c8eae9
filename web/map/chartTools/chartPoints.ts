import { useEffect, useEffectEvent, useReducer } from 'react'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import { type ShownFleet, useShownFleet } from '../shownFleet.ts'
import { useStage } from '../stageContext.ts'
import { screenX, screenY, type Viewport, viewportOf } from '../viewport.ts'
import type { Position } from './positionText.ts'

/** A fixed place, or a boat at her current position. */
export type Point = Position | { vesselId: string }

export interface Place extends Position {
  /** Name of the vessel at this point. */
  name: string | null
}

/** Reach of a click on a boat, CSS pixels. */
const REACH_PX = 20

/** Current places of the points; vessels that are not on the map are left out. */
export function usePlaces(points: readonly Point[]): Place[] {
  const fleet = useShownFleet()
  const [, look] = useReducer((count: number) => count + 1, 0)
  useEffect(() => fleet.subscribe(look), [fleet])
  return points.flatMap((point): Place[] => {
    if (!('vesselId' in point)) return [{ ...point, name: null }]
    const vessel = fleet.get(point.vesselId)
    return vessel?.lat == null || vessel.lon === null
      ? []
      : [{ lat: vessel.lat, lon: vessel.lon, name: vessel.name }]
  })
}

/** While mounted, clicks on the map only choose points. */
export function useClickedPoints(onPoint: (point: Point) => void) {
  const { map, takeClicks } = useStage()
  const fleet = useShownFleet()
  const add = useEffectEvent(onPoint)
  useEffect(() => {
    const container = map.getContainer()
    container.dataset.measuring = ''
    const release = takeClicks(({ lngLat, point }) => {
      const vesselId = vesselAt(fleet, viewportOf(map), point)
      const { lat, lng } = lngLat.wrap()
      add(vesselId === null ? { lat, lon: lng } : { vesselId })
    })
    return () => {
      delete container.dataset.measuring
      release()
    }
  }, [map, takeClicks, fleet])
}

function vesselAt(fleet: ShownFleet, view: Viewport, at: { x: number; y: number }): string | null {
  let nearest: string | null = null
  let least = REACH_PX
  for (const { id, lat, lon } of fleet.values()) {
    if (lat === null || lon === null) continue
    const away = Math.hypot(screenX(view, mercatorX(lon)) - at.x, screenY(view, mercatorY(lat)) - at.y)
    if (away <= least) [nearest, least] = [id, away]
  }
  return nearest
}

/** Draws each point in the copy of the world nearest to the previous point, so that a line across 180° is not cut. */
export function pathOf(view: Viewport, line: readonly Position[]): string {
  let before: number | null = null
  return line
    .map(({ lat, lon }) => {
      let x = screenX(view, mercatorX(lon))
      if (before !== null) x -= Math.round((x - before) / view.scale) * view.scale
      before = x
      return `${x.toFixed(1)} ${screenY(view, mercatorY(lat)).toFixed(1)}`
    })
    .reduce((d, point, index) => `${d}${index === 0 ? 'M' : 'L'}${point}`, '')
}
