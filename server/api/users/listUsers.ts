import { listUsers } from '#contract/wire/user.ts'
import { listScope } from '#server/records/listScope.ts'
import * as userLists from '#server/records/userLists.ts'
import { serve } from '../serve.ts'
import { superVisibility } from './superVisibility.ts'
import { toListedUser } from './toListedUser.ts'

export const listUsersRoute = serve(listUsers, async ({ db, access, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, total } = await userLists.listUsers(db, { ...superVisibility(caller), scope }, query)
  const locks = await access.limits.pairingLocks(rows.map(({ user }) => user.id))
  return { data: rows.map((row) => toListedUser(row, locks.get(row.user.id) ?? null)), total }
})
