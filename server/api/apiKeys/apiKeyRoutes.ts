import { randomBytes } from 'node:crypto'
import { createApiKey, deleteApiKey, getApiUsage, listApiKeys, updateApiKey } from '#contract/wire/apiKey.ts'
import { Problem } from '#contract/wire/errors.ts'
import { hashOfKey } from '#server/access/hashOfKey.ts'
import { creditsUntilMs, readQuota } from '#server/records/apiCredits.ts'
import * as apiKeys from '#server/records/apiKeys.ts'
import { insertApiKey } from '#server/records/apiKeys.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { listScope } from '#server/records/listScope.ts'
import { type Routes, serve } from '../serve.ts'
import { requirePlaces } from '../users/requirePlaces.ts'
import { audited, toApiKey } from './toApiKey.ts'

export const apiKeyRoutes: Routes = [
  serve(listApiKeys, async ({ db, caller, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const { rows, total } = await apiKeys.listApiKeys(db, scope, query)
    return { data: rows.map(toApiKey), total }
  }),
  /** Only people make keys, so a stolen key cannot make others. */
  serve(createApiKey, async ({ db, caller, ip, body }) => {
    const { organizationId, actor } = caller
    const { name, department_id: departmentId, role_id: roleId } = body
    const prefix = 'bk_'
    const key = prefix + randomBytes(32).toString('base64url')
    return db.transaction(async (tx) => {
      await requirePlaces(tx, caller, [body])
      const row = await insertApiKey(tx, {
        ...{ organizationId, departmentId, roleId, name },
        secretHash: hashOfKey(key),
        firstDigits: key.slice(0, prefix.length + SHOWN_LETTERS),
        lastDigits: key.slice(-SHOWN_LETTERS),
      })
      const subject = { id: row.id, name }
      await noteAct(tx, { organizationId, actor, ip, act: 'api-key.create', subject, after: audited(row) })
      return { ...toApiKey(row), key }
    })
  }),
  serve(updateApiKey, async ({ db, bus, caller, ip, params: { id }, body }) => {
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
  }),
  /** The next call with it is refused, since a key is looked up each time, and its streams end. */
  serve(deleteApiKey, async ({ db, bus, caller, ip, params: { id } }) => {
    const { organizationId, actor, scope } = caller
    await db.transaction(async (tx) => {
      const row = await apiKeys.findApiKey(tx, scope, id)
      if (!row) throw new Problem('not_found')
      await apiKeys.deleteApiKey(tx, id)
      const subject = { id, name: row.name }
      await noteAct(tx, { organizationId, actor, ip, act: 'api-key.delete', subject, before: audited(row) })
    })
    bus.publish({ type: 'rights.changed', userId: null })
    return { ok: true }
  }),
  serve(getApiUsage, async ({ db, clock, caller }) => {
    const nowMs = clock.nowMs()
    const { limit, left } = await readQuota(db, caller.organizationId, nowMs)
    return {
      max_credits: limit,
      remaining_credits: left,
      resets_at: new Date(creditsUntilMs(nowMs)).toISOString(),
    }
  }),
]

/** Number of letters shown afterwards of each end of a key, by which users distinguish their keys. */
const SHOWN_LETTERS = 4
