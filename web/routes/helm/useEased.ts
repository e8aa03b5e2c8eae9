import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { eased, FRAME_MS } from './ease.ts'

/** Value that approaches its target as a needle does; at once with reduced motion. Null without a target. */
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
