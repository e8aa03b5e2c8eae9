import { useCallback, useState } from 'react'

/**
 * Size of an element's border box in px, measured before its first paint, so that drawings of exact size show at
 * once. Later changes arrive in the next frame.
 */
export function useSize() {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      setSize((known) => (known.width === width && known.height === height ? known : { width, height }))
    }
    measure()
    let frame = 0
    const watch = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
  return { ref, ...size }
}
