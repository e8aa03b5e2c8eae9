import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Object3D, Quaternion } from 'three'
import type { Axes } from './attitude.ts'
import type { BoatShape } from './loftHull.ts'
import { type Movement, orientationAt } from './movement.ts'
import type { Player } from './player.ts'
import classes from './ReplayWindow.module.css'
import { type Readouts, valueAt } from './readouts.ts'
import type { CameraView, ReplayScene } from './scene.ts'
import { useScene } from './useScene.ts'

interface Props {
  boat: BoatShape
  /** Model to draw instead of the lofted hull. */
  model: Object3D | null
  player: Player
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

/** Scene of the replay. During playback it draws every frame, otherwise only when the time or the camera changes. */
export function ReplayStage(props: Props) {
  const { boat, model, player, axes, showAxes, view } = props
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
      const { timeMs } = player.get()
      const orientation = movement && orientationAt(movement, timeMs, axes, turned.current)
      scene.current?.show({ orientation, timeMs, sogKn: (readouts && valueAt(readouts.sogKn, timeMs)) ?? 0 })
    }
    draw()
    return player.subscribe(draw)
  })
  useEffect(() => {
    let lastMs = 0
    let frame = 0
    const next = (nowMs: number) => {
      // After a break in a hidden tab, the replay does not jump ahead.
      player.tick(Math.min(nowMs - lastMs, 250), latest.current.ready)
      lastMs = nowMs
      frame = player.get().playing ? requestAnimationFrame(next) : 0
    }
    // A paused replay requests no frames.
    const wake = () => {
      if (frame !== 0 || !player.get().playing) return
      lastMs = performance.now()
      frame = requestAnimationFrame(next)
    }
    wake()
    const leave = player.subscribe(wake)
    return () => {
      leave()
      cancelAnimationFrame(frame)
    }
  }, [player])

  return <canvas ref={canvas} className={classes.canvas} aria-label={t('replay.title')} role="img" />
}
