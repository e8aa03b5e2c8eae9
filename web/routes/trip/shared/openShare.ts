import { createContext, useContext } from 'react'
import type { OutputOf } from '#contract/wire/endpoint.ts'
import type { openShareLink } from '#contract/wire/shareLink.ts'

export type OpenShare = OutputOf<typeof openShareLink>

/** Content of the open share link. */
export const OpenShareContext = createContext<OpenShare | null>(null)

export function useShare(): OpenShare {
  const share = useContext(OpenShareContext)
  if (!share) throw new Error('There is no link around')
  return share
}
