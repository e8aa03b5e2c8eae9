import { type RefObject, useEffect, useRef } from 'react'
import type { Object3D } from 'three'
import { useScheme } from '../ui/useTokens.ts'
import type { BoatShape } from './loftHull.ts'
import { openScene, type ReplayScene } from './scene.ts'

interface Props {
  /** Set to the scene while it is open. */
  scene: RefObject<ReplayScene | null>
  boat: BoatShape
  /** Model to draw instead of the lofted hull. */
  model: Object3D | null
  /** Called when the user moves the camera. */
  onTouch?: () => void
}

/** Opens a scene on the canvas whose ref is returned, as large as its parent, in the colours of the theme. */
export function useScene({ scene, boat, model, onTouch }: Props): RefObject<HTMLCanvasElement | null> {
  const scheme = useScheme()
  const canvas = useRef<HTMLCanvasElement>(null)
  const touched = useRef(onTouch)
  touched.current = onTouch

  // biome-ignore lint/correctness/useExhaustiveDependencies: an open scene gets a new theme from another effect
  useEffect(() => {
    if (!canvas.current) return
    const opened = openScene({ canvas: canvas.current, boat, scheme, onTouch: () => touched.current?.() })
    scene.current = opened
    const watch = new ResizeObserver(([entry]) => {
      if (entry) opened.resize(entry.contentRect.width, entry.contentRect.height)
    })
    watch.observe(canvas.current.parentElement ?? canvas.current)
    return () => {
      watch.disconnect()
      opened.close()
      scene.current = null
    }
  }, [boat.lengthM, boat.beamM, boat.kind])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scene opened again for another shape shows the model again
  useEffect(() => scene.current?.model(model), [model, boat.lengthM, boat.beamM, boat.kind])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another theme changes the colours
  useEffect(() => scene.current?.paint(scheme), [scheme])
  return canvas
}
