import { deleteCaptain } from '#contract/wire/captain.ts'
import { Problem } from '#contract/wire/errors.ts'
import { noteAct } from '#server/records/auditLog.ts'
import * as captains from '#server/records/captains.ts'
import { serve } from '../serve.ts'

export const deleteCaptainRoute = serve(deleteCaptain, async ({ db, bus, caller, ip, params: { id } }) => {
  const { organizationId, actor, scope } = caller
  await db.transaction(async (tx) => {
    const row = await captains.findCaptain(tx, scope, id)
    if (!row) throw new Problem('not_found')
    await captains.deleteCaptain(tx, id)
    const { name, departmentId: department_id } = row.captain
    const before = { name, department_id }
    await noteAct(tx, { organizationId, actor, ip, act: 'captain.delete', subject: { id, name }, before })
  })
  bus.publish({ type: 'organization.changed', organizationId })
  return { ok: true }
})
