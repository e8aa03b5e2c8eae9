import { Problem } from '#contract/wire/errors.ts'
import { endPairingLock } from '#contract/wire/user.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findListedUser } from '#server/records/userLists.ts'
import { serve } from '../serve.ts'
import { requirePower } from './requirePlaces.ts'
import { superVisibility } from './superVisibility.ts'

/** Changes nothing of a person who is not locked. */
export const endPairingLockRoute = serve(endPairingLock, async ({ db, caller, ip, access, params }) => {
  const { organizationId, actor } = caller
  const { limits } = access
  const row = await findListedUser(db, superVisibility(caller), params.id)
  if (!row) throw new Problem('not_found')
  requirePower(caller, row)
  const { id, name } = row.user
  if (!(await limits.pairingLocks([id])).has(id)) return { ok: true }
  if (!(await limits.mayEndPairingLock(organizationId))) throw new Problem('too_many')
  await db.transaction(async (tx) => {
    await limits.endPairingLock(tx, id)
    await noteAct(tx, { organizationId, actor, ip, act: 'user.pairing-lock-end', subject: { id, name } })
  })
  return { ok: true }
})
