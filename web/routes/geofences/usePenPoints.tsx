import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { haversineM } from '#contract/geodesy/geo.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { type Geofence, type GeofenceShape, geofenceProblem } from '#contract/wire/geofence.ts'
import { useKeysHere } from '../../keys/keysHere.ts'
import { Crosshair } from '../../map/chartTools/DrawnLine.tsx'
import { usePen } from '../../map/chartTools/usePen.ts'
import { outlineOf, shapeOf } from '../../map/geofenceShapes.ts'
import { latLngOf, positionOf } from '../../map/mapPosition.ts'
import { useStage } from '../../map/stageContext.ts'
import { useSpokenPlace } from './useSpokenPlace.ts'

interface Options {
  geofences: readonly Geofence[]
  firstId: string
  /** Shape of a geofence as it is drawn now. */
  shapeNow: (fence: Geofence) => GeofenceShape
  /** Draws a geofence in another shape. */
  redraw: (fence: Geofence, shape: GeofenceShape) => void
}

interface Handle {
  fence: Geofence
  index: number
}

/** Moves the points of geofences by keyboard: from point to point, and the taken one with the map under the cross. */
export function usePenPoints({ geofences, firstId, shapeNow, redraw }: Options): {
  steers: boolean
  view: ReactNode
} {
  const { t } = useTranslation()
  const { map } = useStage()
  const write = useSpokenPlace()
  const [handles] = useState(() =>
    geofences
      .toSorted((a, b) => Number(b.id === firstId) - Number(a.id === firstId))
      .flatMap((fence) => handlesOf(fence).map((_, index): Handle => ({ fence, index }))),
  )
  const [chosen, choose] = useState(-1)
  /** Shape before its point was taken. */
  const [taken, take] = useState<GeofenceShape | null>(null)
  const [said, say] = useState('')
  const handle = handles[chosen]

  const goTo = (next: number) => {
    const to = handles[next]
    const places = to && handlesOf(shapeNow(to.fence))
    const place = places?.[to?.index ?? 0]
    if (!to || !place) return
    choose(next)
    map.easeTo({ center: latLngOf(place) })
    const { name, type } = to.fence
    const words = { number: to.index + 1, total: places?.length, name, place: write(place) }
    const which = type !== 'circle' ? 'here' : to.index === 0 ? 'centre' : 'edge'
    say(t(`geofences.points.${which}`, words))
  }
  const putBack = (words: 'putBack' | 'refused') => {
    if (handle && taken) redraw(handle.fence, taken)
    take(null)
    say(t(`geofences.points.${words}`))
  }
  const drop = () => {
    if (!handle) return
    if (geofenceProblem(shapeNow(handle.fence), handle.fence.is_harbor)) return putBack('refused')
    take(null)
    say(t('geofences.points.dropped', { place: write(positionOf(map.getCenter())) }))
  }
  const steers = usePen((key) => {
    const step = ({ j: -1, k: 1 } as const)[key.toLowerCase()]
    if (step !== undefined && !taken) goTo(chosen < 0 ? 0 : (chosen + step + handles.length) % handles.length)
    else if ((key === 'Enter' || key === ' ') && taken) drop()
    else if ((key === 'Enter' || key === ' ') && handle) {
      take(shapeNow(handle.fence))
      say(t('geofences.points.taken'))
    } else if (key === 'Escape' && taken) putBack('putBack')
    else return false
    return true
  })
  useKeysHere('points')

  const follow = useEffectEvent(() => {
    if (!handle || !taken) return
    const shape = withHandle(shapeNow(handle.fence), handle.index, positionOf(map.getCenter()))
    if (shape.type !== 'circle' || (shape.radius ?? 0) > 0) redraw(handle.fence, shape)
  })
  useEffect(() => {
    const moved = () => follow()
    map.on('move', moved)
    return () => {
      map.off('move', moved)
    }
  }, [map])
  return {
    steers,
    view: (
      <>
        {steers && <Crosshair />}
        <VisuallyHidden component="output">{said}</VisuallyHidden>
      </>
    ),
  }
}

/** Points by which a shape is changed: its corners, or the centre and a point on the edge of a circle. */
function handlesOf(shape: GeofenceShape): Position[] {
  const [edge] = outlineOf(shape)
  if (shape.type !== 'circle' || !edge) return shape.coordinates
  return [...shape.coordinates, { longitudeDeg: edge[0], latitudeDeg: edge[1] }]
}

function withHandle(shape: GeofenceShape, index: number, place: Position): GeofenceShape {
  const [centre] = shape.coordinates
  if (shape.type !== 'circle' || index === 0 || !centre)
    return { ...shape, coordinates: shape.coordinates.map((one, at) => (at === index ? place : one)) }
  const radius = haversineM(centre.latitudeDeg, centre.longitudeDeg, place.latitudeDeg, place.longitudeDeg)
  return shapeOf('circle', outlineOf({ ...shape, radius }))
}
