import { createContext, useContext } from 'react'

/** Acts on a board: those of the signed-in user, or on a wall screen those of a user who signs in for them. */
export interface BoardActs {
  mayAct: boolean
  /** True where a user can set expected returns and follow links to the map. */
  isConsole: boolean
  /** Resolves to false when the user gave up. Throws when the server refuses. */
  acknowledge(alertIds: readonly string[]): Promise<boolean>
  writeNote(departmentId: string, text: string): Promise<boolean>
}

export const ActsContext = createContext<BoardActs | null>(null)

export function useActs(): BoardActs {
  const acts = useContext(ActsContext)
  if (!acts) throw new Error('There is no board around')
  return acts
}
