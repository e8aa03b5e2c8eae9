import { updateLastLogin } from '#contract/wire/organization.ts'
import { updateOrganization } from '#server/records/organizations.ts'
import { updateUser } from '#server/records/users.ts'
import { serve } from '../serve.ts'

/** Super users come and go through every organization without counting as somebody of it. */
export const updateLastLoginRoute = serve(updateLastLogin, async ({ db, caller, clock }) => {
  const lastLoginAt = new Date(clock.nowMs())
  await db.transaction(async (tx) => {
    await updateUser(tx, caller.userId, { lastLoginAt })
    if (caller.superRoleId === null) await updateOrganization(tx, caller.organizationId, { lastLoginAt })
  })
  return { ok: true }
})
