import type { Caller } from '#server/access/caller.ts'
import type { SuperVisibility } from '#server/records/userLists.ts'

/** Only super users see super users, whatever role they view through. */
export const superVisibility = ({ scope, superRoleId }: Caller): SuperVisibility => ({
  scope,
  seesSupers: superRoleId !== null,
})
