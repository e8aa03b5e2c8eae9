import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { eased, FRAME_MS } from './ease.ts'

/** The value as a needle follows it; at once for whoever asks for less motion. Null is nothing to follow. */
export function useEased(target: number | null): number | null {
  const still = useReducedMotion()
  const [shown, setShown] = useState(target)
  const last = useRef(target)
  useEffect(() => {
    if (target === null || last.current === null || still) {
      last.current = target
      setShown(target)
      return
    }
    const timer = setInterval(() => {
      last.current = eased(last.current ?? target, target)
      setShown(last.current)
      if (last.current === target) clearInterval(timer)
    }, FRAME_MS)
    return () => clearInterval(timer)
  }, [target, still])
  return shown
}
