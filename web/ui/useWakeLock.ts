import { useEffect, useState } from 'react'

/** Keeps the screen on while the page is seen. 'unavailable': the browser does not do it here, as without https. */
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
        // Given back while it is seen: the device wants to save power, and whoever reads here must know.
        given.addEventListener('release', () => setState(document.hidden ? 'off' : 'unavailable'))
        setState('on')
      } catch {
        // A low battery refuses it; seen again, the page asks again.
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
