import type { MantineColorSchemeManager } from '@mantine/core'
import { preference, setPreference, watchPreferences } from './preferences.ts'

/** Connects the colour scheme of the component library with the preference `theme`. */
export function themePreference(): MantineColorSchemeManager {
  let stopWatching = () => {}
  return {
    get: () => preference('theme'),
    set: (scheme) => setPreference('theme', scheme === 'light' ? 'light' : 'dark'),
    subscribe(onUpdate) {
      let theme = preference('theme')
      stopWatching = watchPreferences(() => {
        if (preference('theme') === theme) return
        theme = preference('theme')
        onUpdate(theme)
      })
    },
    unsubscribe: () => stopWatching(),
    clear: () => setPreference('theme', 'dark'),
  }
}
