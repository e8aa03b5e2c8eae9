import { createContext, useContext } from 'react'
import type { Captain } from '#contract/wire/captain.ts'

/** Captain of the surrounding page. */
export const OpenCaptain = createContext<Captain | null>(null)

/** For components on the page of a captain: tabs, dialogs. Throws elsewhere. */
export function useCaptain(): Captain {
  const captain = useContext(OpenCaptain)
  if (!captain) throw new Error('There is no captain around')
  return captain
}
