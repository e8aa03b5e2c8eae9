import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { haversineM } from '#contract/geodesy/geo.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { type GeofenceShape, geofenceProblem } from '#contract/wire/geofence.ts'
import { useKeysHere } from '../../keys/keysHere.ts'
import { Crosshair, DrawnLine } from '../../map/chartTools/DrawnLine.tsx'
import { useFocusOnMap } from '../../map/chartTools/useFocusOnMap.ts'
import { usePen } from '../../map/chartTools/usePen.ts'
import { outlineOf, shapeOf } from '../../map/geofenceShapes.ts'
import { positionOf } from '../../map/mapPosition.ts'
import { useStage } from '../../map/stageContext.ts'
import { useSpokenPlace } from './useSpokenPlace.ts'

interface Options {
  type: GeofenceShape['type']
  /** True while a shape can be drawn by keyboard. */
  isOn: boolean
  onDrawn: (shape: GeofenceShape) => void
  /** Called when the outline makes no geofence. */
  onRefused: () => void
}

interface PenShape {
  /** Number of the points that are set. */
  count: number
  /** True when the keyboard steers the map. */
  steers: boolean
  /** Ends the shape; undefined while it has too few points. */
  finish: (() => void) | undefined
  /** The shape on the map, its cross, and words for screen readers. */
  view: ReactNode
}

const FEWEST = { circle: 2, polygon: 3, line: 2 }

/** A shape drawn by keyboard: the cross at the middle of the map is the pen. */
export function usePenShape({ type, isOn, onDrawn, onRefused }: Options): PenShape {
  const { t } = useTranslation()
  const { map } = useStage()
  const write = useSpokenPlace()
  const [points, setPoints] = useState<readonly Position[]>([])
  const [said, say] = useState('')

  const finish = (all: readonly Position[]) => {
    const shape = shapeOf(type, outline(type, all))
    if (geofenceProblem(shape, false)) onRefused()
    else onDrawn(shape)
  }
  const set = () => {
    const place = positionOf(map.getCenter())
    const all = [...points, place]
    setPoints(all)
    say(t('geofences.pen.set', { number: all.length, place: write(place) }))
    if (type === 'circle' && all.length === FEWEST.circle) finish(all)
  }
  const steers = usePen((key) => {
    if (key === 'Enter' || key === ' ') set()
    else if (key === 'Backspace' && points.length > 0) {
      setPoints(points.slice(0, -1))
      say(t('geofences.pen.back', { count: points.length - 1 }))
    } else return false
    return true
  }, isOn)
  useFocusOnMap(isOn)
  useKeysHere('pen', isOn)

  const sayPlace = useEffectEvent(
    () => steers && say(t('geofences.pen.at', { place: write(positionOf(map.getCenter())) })),
  )
  useEffect(() => {
    const moved = () => void sayPlace()
    map.on('moveend', moved)
    return () => {
      map.off('moveend', moved)
    }
  }, [map])

  // While the user names the shape, its outline no longer ends at the cross.
  const lineNow = useCallback(() => {
    if (points.length === 0) return []
    const all = isOn ? [...points, positionOf(map.getCenter())] : points
    return outline(type, all).map(([longitudeDeg, latitudeDeg]) => ({ latitudeDeg, longitudeDeg }))
  }, [map, type, points, isOn])
  return {
    count: points.length,
    steers,
    finish: points.length >= FEWEST[type] ? () => finish(points) : undefined,
    view: (
      <>
        <DrawnLine points={points} lineNow={lineNow} />
        {isOn && steers && <Crosshair />}
        <VisuallyHidden component="output">{said}</VisuallyHidden>
      </>
    ),
  }
}

/** Outline through points; the second point of a circle lies on its edge. */
function outline(type: GeofenceShape['type'], points: readonly Position[]) {
  const [centre, edge] = points
  if (type !== 'circle' || !centre || !edge)
    return outlineOf({ type: type === 'polygon' ? type : 'line', coordinates: [...points], radius: null })
  const radius = haversineM(centre.latitudeDeg, centre.longitudeDeg, edge.latitudeDeg, edge.longitudeDeg)
  return outlineOf({ type, coordinates: [centre], radius })
}
