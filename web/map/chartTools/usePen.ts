import { useEffect, useEffectEvent, useState } from 'react'
import { useStage } from '../stageContext.ts'

/** Distance by which an arrow key with Shift moves the map, CSS pixels; MapLibre moves it by a hundred without Shift. */
const FINE_PX = 10

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Makes the middle of the map a pen while the map is in focus: arrow keys move the map under it, and `press` gets all
 * other keys, and returns true for those that it uses. Returns whether a keyboard steers the map.
 */
export function usePen(press: (key: string) => boolean, isOn = true): boolean {
  const { map } = useStage()
  const [steers, setSteers] = useState(false)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const arrow = ARROWS[event.key]
    if (event.key !== 'Tab') setSteers(true)
    if (arrow && event.shiftKey) map.panBy([arrow[0] * FINE_PX, arrow[1] * FINE_PX], { animate: false })
    else if (arrow || !press(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    if (!isOn) return
    const canvas = map.getCanvas()
    const stop = new AbortController()
    const { signal } = stop
    const look = () => setSteers(canvas.matches(':focus-visible'))
    canvas.addEventListener('keydown', (event) => onKey(event), { signal })
    canvas.addEventListener('focus', look, { signal })
    for (const away of ['blur', 'pointerdown'] as const)
      canvas.addEventListener(away, () => setSteers(false), { signal })
    look()
    return () => {
      stop.abort()
      setSteers(false)
    }
  }, [map, isOn])
  return steers
}
