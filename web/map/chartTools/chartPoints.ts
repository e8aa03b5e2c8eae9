import { useEffect, useEffectEvent, useReducer } from 'react'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { positionOf } from '../mapPosition.ts'
import { type ShownFleet, useShownFleet } from '../shownFleet.ts'
import { useStage } from '../stageContext.ts'
import { screenX, screenY, type Viewport, viewportOf } from '../viewport.ts'

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
    return vessel?.latitudeDeg == null || vessel.longitudeDeg === null
      ? []
      : [{ latitudeDeg: vessel.latitudeDeg, longitudeDeg: vessel.longitudeDeg, name: vessel.name }]
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
      add(vesselId === null ? positionOf(lngLat) : { vesselId })
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
  for (const { id, latitudeDeg, longitudeDeg } of fleet.values()) {
    if (latitudeDeg === null || longitudeDeg === null) continue
    const away = Math.hypot(
      screenX(view, mercatorX(longitudeDeg)) - at.x,
      screenY(view, mercatorY(latitudeDeg)) - at.y,
    )
    if (away <= least) [nearest, least] = [id, away]
  }
  return nearest
}

/** Draws each point in the copy of the world nearest to the previous point, so that a line across 180° is not cut. */
export function pathOf(view: Viewport, line: readonly Position[]): string {
  let before: number | null = null
  return line
    .map(({ latitudeDeg, longitudeDeg }) => {
      let x = screenX(view, mercatorX(longitudeDeg))
      if (before !== null) x -= Math.round((x - before) / view.scale) * view.scale
      before = x
      return `${x.toFixed(1)} ${screenY(view, mercatorY(latitudeDeg)).toFixed(1)}`
    })
    .reduce((d, point, index) => `${d}${index === 0 ? 'M' : 'L'}${point}`, '')
}
