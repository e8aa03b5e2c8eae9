import { useSyncExternalStore } from 'react'
import { preference, setPreference, watchPreferences } from './preferences.ts'

export type ShownScheme = 'dark' | 'light' | 'night'

/** Longest delay of a browser's timer, ms. */
const MOST_MS = 2 ** 31 - 1

/** Night when it was chosen, or when the sun is down where the boat is; else the chosen theme. */
export function shownScheme(): ShownScheme {
  const night = preference('night')
  const isNight = night === 'on' || (night === 'sunset' && Date.now() < preference('night-until'))
  return isNight ? 'night' : preference('theme')
}

export const useShownScheme = (): ShownScheme => useSyncExternalStore(watchScheme, shownScheme)

/** Marks the page with the scheme, for style sheets. */
export function markScheme(scheme: ShownScheme) {
  const { documentElement } = document
  documentElement.dataset.mantineColorScheme = scheme === 'light' ? 'light' : 'dark'
  documentElement.toggleAttribute('data-night', scheme === 'night')
}

/** Calls the listener when the scheme may have changed: after a choice, and at the end of the night. */
export function watchScheme(listener: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    const leftMs = preference('night-until') - Date.now()
    if (preference('night') === 'sunset' && leftMs > 0) timer = setTimeout(follow, Math.min(leftMs, MOST_MS))
  }
  const follow = () => {
    look()
    listener()
  }
  const stop = watchPreferences(follow)
  look()
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Turns night on, or off whatever turned it on. */
export const toggleNight = () => setPreference('night', shownScheme() === 'night' ? 'off' : 'on')
