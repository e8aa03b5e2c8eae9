import { Problem } from '#contract/wire/errors.ts'
import { getUser } from '#contract/wire/user.ts'
import { findListedUser } from '#server/records/userLists.ts'
import { serve } from '../serve.ts'
import { superVisibility } from './superVisibility.ts'
import { toListedUser } from './toListedUser.ts'

export const getUserRoute = serve(getUser, async ({ db, access, caller, params }) => {
  const row = await findListedUser(db, superVisibility(caller), params.id)
  if (!row) throw new Problem('not_found')
  const locks = await access.limits.pairingLocks([row.user.id])
  return toListedUser(row, locks.get(row.user.id) ?? null)
})
