import type { Caller } from '#server/access/caller.ts'
import type { SuperVisibility } from '#server/records/userLists.ts'

/** Super users are seen by super users only, whatever role those look through. */
export const superVisibility = ({ scope, superRoleId }: Caller): SuperVisibility => ({
  scope,
  seesSupers: superRoleId !== null,
})
