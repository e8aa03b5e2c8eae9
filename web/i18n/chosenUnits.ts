import { useSyncExternalStore } from 'react'
import { type Units, WIRE_UNITS } from '#contract/domain/unitChoice.ts'

let held: Units = WIRE_UNITS
const listeners = new Set<() => void>()

/** Sets the units in which the user reads quantities, after loading and after each change. */
export function setChosenUnits(units: Units) {
  if (JSON.stringify(units) === JSON.stringify(held)) return
  held = units
  for (const listener of listeners) listener()
}

export const useChosenUnits = (): Units => useSyncExternalStore(watch, () => held)

function watch(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
