import type { Caller } from '#server/access/caller.ts'
import type { Seeing } from '#server/records/userLists.ts'

/** Super users are seen by super users only, whatever role those look through. */
export const seeing = ({ scope, superRoleId }: Caller): Seeing => ({
  scope,
  seesSupers: superRoleId !== null,
})
