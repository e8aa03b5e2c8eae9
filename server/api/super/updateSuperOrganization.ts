import { Problem } from '#contract/wire/errors.ts'
import { updateSuperOrganization } from '#contract/wire/organization.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import {
  findCountedOrganization,
  lockOrganization,
  updateOrganization,
} from '#server/records/organizations.ts'
import { requirePlace } from '../departments/requirePlace.ts'
import { requireFresh } from '../requireFresh.ts'
import { serve } from '../serve.ts'
import { toCountedOrganization } from './toCountedOrganization.ts'
import { toOrganizationRow } from './toOrganizationRow.ts'

export const updateSuperOrganizationRoute = serve(
  updateSuperOrganization,
  async ({ db, bus, clock, caller, ip, params: { id }, body: { expected, ...body } }) => {
    const changed = await db.transaction(async (tx) => {
      const nowMs = clock.nowMs()
      await lockOrganization(tx, id)
      const before = await findCountedOrganization(tx, id)
      if (!before) throw new Problem('not_found')
      requireFresh(toCountedOrganization(before, nowMs), { expected, ...body })
      await requirePlace(body, before.organization)
      await updateOrganization(tx, id, toOrganizationRow(body))
      const after = await findCountedOrganization(tx, id)
      if (!after) throw new Problem('conflict')
      await noteAct(tx, {
        organizationId: id,
        actor: caller.actor,
        ip,
        act: 'organization.update',
        subject: { id, name: after.organization.name },
        ...difference(toCountedOrganization(before, nowMs), toCountedOrganization(after, nowMs)),
      })
      return toCountedOrganization(after, nowMs)
    })
    bus.publish({ type: 'organization.changed', organizationId: id })
    return changed
  },
)
