import { useEffect, useState } from 'react'

/** Keeps the screen on while the page is visible. 'unavailable' when the browser cannot, for example without https. */
export function useWakeLock(): 'on' | 'off' | 'unavailable' {
  const [state, setState] = useState<'on' | 'off' | 'unavailable'>('off')
  useEffect(() => {
    if (!('wakeLock' in navigator)) {
      setState('unavailable')
      return
    }
    let lock: WakeLockSentinel | undefined
    let left = false
    const ask = async () => {
      if (document.hidden) return
      try {
        const given = await navigator.wakeLock.request('screen')
        if (left) return void given.release()
        lock = given
        // The device took the lock back to save power, which the page shows.
        given.addEventListener('release', () => setState(document.hidden ? 'off' : 'unavailable'))
        setState('on')
      } catch {
        // A low battery refuses the lock; the page requests it again when it becomes visible.
        setState('unavailable')
      }
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
  return state
}
