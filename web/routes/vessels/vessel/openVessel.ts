import { createContext, useContext } from 'react'
import type { Vessel } from '#contract/wire/vessel.ts'

/** Vessel of the surrounding page. */
export const OpenVessel = createContext<Vessel | null>(null)

/** For components on the page of a vessel: tabs, dialogs. Throws elsewhere. */
export function useOpenVessel(): Vessel {
  const vessel = useContext(OpenVessel)
  if (!vessel) throw new Error('There is no vessel around')
  return vessel
}
