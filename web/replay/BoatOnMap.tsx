import { useEffect, useRef } from 'react'
import { Quaternion } from 'three'
import { placeAt } from '../map/nearestOnTrack.ts'
import { useStage } from '../map/stageContext.ts'
import type { Track } from '../map/track.ts'
import { screenX, screenY, viewportOf } from '../map/viewport.ts'
import type { Axes } from './attitude.ts'
import { openBoatSprite } from './boatSprite.ts'
import type { BoatShape } from './loftHull.ts'
import { type Movement, orientationAt } from './movement.ts'
import classes from './ReplayWindow.module.css'
import { type Readouts, valueAt } from './readouts.ts'
import type { ShownTime } from './shownTime.ts'
import { useModel } from './useModel.ts'

interface Props {
  boat: BoatShape
  /** Address of the boat's own model, if she has one. */
  modelUrl: string | null
  track: Track
  shown: ShownTime
  movement: Movement | null
  readouts: Readouts | null
  /** False while the current window is loading. */
  ready: boolean
  axes: Axes
}

const SIDE_PX = 80
const PLACE = { width: SIDE_PX, height: SIDE_PX, top: -SIDE_PX / 2, left: -SIDE_PX / 2 }

/** Boat of the replay at her position and in her attitude, enlarged, on the map behind the window. */
export function BoatOnMap(props: Props) {
  const { boat, modelUrl, shown } = props
  const { map } = useStage()
  // Clones the loaded model, because an object can be in one scene only; the file is loaded once.
  const { object: model } = useModel(modelUrl, boat.lengthM)
  const canvas = useRef<HTMLCanvasElement>(null)
  const redraw = useRef(() => {})
  const latest = useRef(props)
  latest.current = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape determines the boat
  useEffect(() => {
    if (!canvas.current) return
    const { current: drawn } = canvas
    const sprite = openBoatSprite({ canvas: drawn, boat, model, sidePx: SIDE_PX })
    const turned = new Quaternion()
    let lies: Quaternion | null = null
    const move = () => {
      const place = placeAt(latest.current.track, shown.timeMs())
      drawn.hidden = place === null || lies === null
      if (!place) return
      const view = viewportOf(map)
      drawn.style.translate = `${screenX(view, place.x)}px ${screenY(view, place.y)}px`
    }
    const turn = () => {
      const { movement, readouts, axes, ready } = latest.current
      const timeMs = shown.timeMs()
      if (ready) lies = movement && orientationAt(movement, timeMs, axes, turned)
      if (lies) sprite.show(lies, readouts && valueAt(readouts.cogDeg, timeMs))
      move()
    }
    redraw.current = turn
    turn()
    map.on('render', move)
    const leave = shown.subscribe(turn)
    return () => {
      map.off('render', move)
      leave()
      sprite.close()
      redraw.current = () => {}
    }
  }, [map, shown, model, boat.lengthM, boat.beamM, boat.kind])
  // Course and attitude arrive after the window opened, and the replay may be paused then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these values change the drawing
  useEffect(() => redraw.current(), [props.movement, props.readouts, props.axes, props.track, props.ready])

  return <canvas ref={canvas} className={classes.onMap} style={PLACE} />
}
