import { updateLastLogin } from '#contract/organization.ts'
import { noteLogin } from '#server/records/users.ts'
import { serve } from '../serve.ts'

export const updateLastLoginRoute = serve(updateLastLogin, async ({ db, caller, clock }) => {
  await noteLogin(db, caller.userId, new Date(clock.nowMs()))
  return { ok: true }
})
