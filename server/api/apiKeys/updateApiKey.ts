import { updateApiKey } from '#contract/wire/apiKey.ts'
import { Problem } from '#contract/wire/errors.ts'
import * as apiKeys from '#server/records/apiKeys.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { serve } from '../serve.ts'
import { requirePlaces } from '../users/requirePlaces.ts'
import { audited, toApiKey } from './toApiKey.ts'

export const updateApiKeyRoute = serve(
  updateApiKey,
  async ({ db, bus, caller, ip, params: { id }, body }) => {
    const { organizationId, actor, scope } = caller
    const { name, department_id: departmentId, role_id: roleId } = body
    const changed = await db.transaction(async (tx) => {
      const before = await apiKeys.findApiKey(tx, scope, id)
      if (!before) throw new Problem('not_found')
      if (departmentId !== before.departmentId || roleId !== before.roleId) {
        await requirePlaces(tx, caller, [body])
      }
      const row = await apiKeys.updateApiKey(tx, id, { name, departmentId, roleId })
      const states = difference(audited(before), audited(row))
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'api-key.update',
        subject: { id, name },
        ...states,
      })
      return toApiKey(row)
    })
    bus.publish({ type: 'rights.changed', userId: null })
    return changed
  },
)
