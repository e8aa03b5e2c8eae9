import { createOrganization } from '#contract/wire/organization.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findCountedOrganization, insertOrganization } from '#server/records/organizations.ts'
import { requirePlace } from '../departments/requirePlace.ts'
import { serve } from '../serve.ts'
import { toCountedOrganization } from './toCountedOrganization.ts'
import { toOrganizationRow } from './toOrganizationRow.ts'

export const createOrganizationRoute = serve(createOrganization, async ({ db, clock, caller, ip, body }) => {
  await requirePlace(body)
  return db.transaction(async (tx) => {
    const { name } = body
    const { organizationId } = await insertOrganization(tx, { ...toOrganizationRow(body), name })
    const made = await findCountedOrganization(tx, organizationId)
    if (!made) throw new Error('the organization was not inserted')
    await noteAct(tx, {
      organizationId,
      actor: caller.actor,
      ip,
      act: 'organization.create',
      subject: { id: organizationId, name },
      after: body,
    })
    return toCountedOrganization(made, clock.nowMs())
  })
})
