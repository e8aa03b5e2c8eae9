import { useEffect, useState } from 'react'
import { setPreference, usePreference } from '../../preferences/preferences.ts'
import { playAlarm } from './alarm.ts'

const REPEAT_MS = 4000

export interface Alarm {
  /** `off`: nobody has allowed it; `blocked`: the browser waits for a press; `unavailable`: no sound in this browser. */
  sound: 'on' | 'off' | 'blocked' | 'unavailable'
  /** Allows the sound and plays it once as a test. */
  allow(): void
  forbid(): void
}

/** Repeats the alarm while `rings`, if a user has allowed the sound on this screen. */
export function useAlarm(rings: boolean): Alarm {
  const isAllowed = usePreference('board-sound')
  const [context, setContext] = useState<AudioContext | null>(null)
  const [isRunning, setRunning] = useState(false)

  useEffect(() => {
    if (!('AudioContext' in window)) return
    const made = new AudioContext()
    const follow = () => setRunning(made.state === 'running')
    made.addEventListener('statechange', follow)
    follow()
    setContext(made)
    return () => {
      made.removeEventListener('statechange', follow)
      setContext(null)
      void made.close()
    }
  }, [])

  useEffect(() => {
    // A kiosk browser may allow sound without a press; others answer no or wait.
    if (isAllowed) context?.resume().catch(() => {})
  }, [context, isAllowed])

  const isAudible = context !== null && isAllowed && isRunning
  useEffect(() => {
    if (!rings || !isAudible) return
    playAlarm(context)
    const timer = setInterval(() => playAlarm(context), REPEAT_MS)
    return () => clearInterval(timer)
  }, [rings, isAudible, context])

  return {
    sound: context === null ? 'unavailable' : isAudible ? 'on' : isAllowed ? 'blocked' : 'off',
    allow() {
      setPreference('board-sound', true)
      void context?.resume().then(() => playAlarm(context))
    },
    forbid: () => setPreference('board-sound', false),
  }
}
