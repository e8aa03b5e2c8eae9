import { type ReactNode, useEffect, useState } from 'react'

const PATIENCE_MS = 150

/** Shows its children after a moment, so that fast loading never flashes a skeleton. */
export function Late({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return late ? children : null
}
