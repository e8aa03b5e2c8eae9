import { useEffect, useRef } from 'react'
import { Quaternion } from 'three'
import { placeAt } from '../map/nearestOnTrack.ts'
import { useStage } from '../map/stageContext.ts'
import type { Track } from '../map/track.ts'
import { screenX, screenY, viewportOf } from '../map/viewport.ts'
import type { Axes } from './attitude.ts'
import { openBoatSprite } from './boatSprite.ts'
import { type Journey, valueAt } from './journey.ts'
import type { BoatShape } from './loftHull.ts'
import { type Movement, orientationAt } from './movement.ts'
import type { Player } from './player.ts'
import classes from './ReplayWindow.module.css'
import { useModel } from './useModel.ts'

interface Props {
  boat: BoatShape
  /** Where her own model is read, if she is drawn from one. */
  modelUrl: string | null
  track: Track
  player: Player
  movement: Movement | null
  journey: Journey | null
  axes: Axes
}

const SIDE_PX = 80
const PLACE = { width: SIDE_PX, height: SIDE_PX, top: -SIDE_PX / 2, left: -SIDE_PX / 2 }
const LEVEL = new Quaternion()

/** The boat of the replay where she was, larger than life, on the map beneath the window. */
export function BoatOnMap(props: Props) {
  const { boat, modelUrl, player } = props
  const { map } = useStage()
  // Another copy than the window's, since an object stands in one scene only; the file is read once.
  const { object: model } = useModel(modelUrl, boat.lengthM)
  const canvas = useRef<HTMLCanvasElement>(null)
  const redraw = useRef(() => {})
  const latest = useRef(props)
  latest.current = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: a boat is what she is made from
  useEffect(() => {
    if (!canvas.current) return
    const { current: shown } = canvas
    const sprite = openBoatSprite({ canvas: shown, boat, model, sidePx: SIDE_PX })
    const turned = new Quaternion()
    const move = () => {
      const place = placeAt(latest.current.track, player.get().timeMs)
      shown.hidden = place === null
      if (!place) return
      const view = viewportOf(map)
      shown.style.translate = `${screenX(view, place.x)}px ${screenY(view, place.y)}px`
    }
    const turn = () => {
      const { movement, journey, axes } = latest.current
      const { timeMs } = player.get()
      const course = journey && valueAt(journey.cogDeg, timeMs)
      sprite.show((movement && orientationAt(movement, timeMs, axes, turned)) ?? LEVEL, course)
      move()
    }
    redraw.current = turn
    turn()
    map.on('render', move)
    const leave = player.subscribe(turn)
    return () => {
      map.off('render', move)
      leave()
      sprite.close()
      redraw.current = () => {}
    }
  }, [map, player, model, boat.lengthM, boat.beamM, boat.kind])
  // Her course and how she lay are read after the window opened, and nothing may be playing then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn changes with these
  useEffect(() => redraw.current(), [props.movement, props.journey, props.axes, props.track])

  return <canvas ref={canvas} className={classes.onMap} style={PLACE} />
}
