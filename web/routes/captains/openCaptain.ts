import { createContext, useContext } from 'react'
import type { Captain } from '#contract/wire/captain.ts'

/** The captain that the page around is about. */
export const OpenCaptain = createContext<Captain | null>(null)

/** For what stands on the page of a captain: tabs, dialogs. Throws elsewhere. */
export function useCaptain(): Captain {
  const captain = useContext(OpenCaptain)
  if (!captain) throw new Error('There is no captain around')
  return captain
}
