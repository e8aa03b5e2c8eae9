import { useEffect } from 'react'
import { useStage } from '../stageContext.ts'

/** Puts the focus on the map for a user who came by keyboard, and returns it at the end. */
export function useFocusOnMap(isOn = true): void {
  const { map } = useStage()
  useEffect(() => {
    const before = document.activeElement
    if (!isOn || !(before instanceof HTMLElement) || !before.matches(':focus-visible')) return
    const canvas = map.getCanvas()
    if (before === canvas) return
    canvas.focus({ preventScroll: true })
    return () => {
      if (document.activeElement === canvas && before.isConnected) before.focus()
    }
  }, [map, isOn])
}
