import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { emptyStudio, keepStudio, type Preset, type Studio } from './studio.ts'

/** Plots of a trip as the user arranged them, stored in this browser, with a function to change them. */
export function useStudio(tripId: string) {
  const [kept, setKept] = useLocalStorage<Readonly<Record<string, Studio>>>({
    key: 'data-studio',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const [fresh] = useState(emptyStudio)
  const studio = kept[tripId] ?? fresh
  const change = (next: (now: Studio) => Studio) =>
    setKept((now) => keepStudio(now, tripId, next(now[tripId] ?? fresh)))
  return { studio, change }
}

/** Presets of plots, valid for every trip. */
export function usePresets() {
  const [presets, setPresets] = useLocalStorage<readonly Preset[]>({
    key: 'data-studio-presets',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  return {
    presets,
    add: (preset: Preset) => setPresets((now) => [...now, preset]),
    remove: (id: string) => setPresets((now) => now.filter((preset) => preset.id !== id)),
  }
}
