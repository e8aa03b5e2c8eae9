import { useEffect, useState } from 'react'

/** Remaining whole seconds of `seconds`, and a function to start over. */
export function useCountdown(seconds: number): [left: number, restart: () => void] {
  const [left, setLeft] = useState(seconds)
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setLeft((now) => now - 1), 1000)
    return () => clearInterval(timer)
  }, [running])
  return [left, () => setLeft(seconds)]
}
