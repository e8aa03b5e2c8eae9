import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Object3D, Quaternion } from 'three'
import type { Axes } from './attitude.ts'
import type { BoatShape } from './loftHull.ts'
import { type Movement, orientationAt } from './movement.ts'
import classes from './ReplayWindow.module.css'
import { type Readouts, valueAt } from './readouts.ts'
import type { CameraView, ReplayScene } from './scene.ts'
import type { ShownTime } from './shownTime.ts'
import { useScene } from './useScene.ts'

interface Props {
  boat: BoatShape
  /** Model to draw instead of the lofted hull. */
  model: Object3D | null
  shown: ShownTime
  movement: Movement | null
  readouts: Readouts | null
  /** False while the current window is loading. */
  ready: boolean
  axes: Axes
  showAxes: boolean
  view: CameraView
  /** Called when the user moves the camera. */
  onTouch: () => void
}

/** Scene of the replay. It draws when the time or the camera changes: during playback every frame. */
export function ReplayStage(props: Props) {
  const { boat, model, shown, axes, showAxes, view } = props
  const { t } = useTranslation()
  const latest = useRef(props)
  latest.current = props
  const scene = useRef<ReplayScene>(null)
  const canvas = useScene({ scene, boat, model, onTouch: props.onTouch })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scene of another kind keeps the view
  useEffect(() => scene.current?.look(view), [view, boat.kind])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scene of another kind keeps the axes
  useEffect(() => scene.current?.axes(showAxes), [showAxes, boat.kind])

  const turned = useRef(new Quaternion())
  useEffect(() => {
    const draw = () => {
      const { movement, readouts, ready } = latest.current
      // The boat keeps her attitude while the next window is loading.
      if (!ready) return
      const timeMs = shown.timeMs()
      const orientation = movement && orientationAt(movement, timeMs, axes, turned.current)
      scene.current?.show({ orientation, timeMs, sogKn: (readouts && valueAt(readouts.sogKn, timeMs)) ?? 0 })
    }
    draw()
    return shown.subscribe(draw)
  })
  return <canvas ref={canvas} className={classes.canvas} aria-label={t('replay.title')} role="img" />
}
