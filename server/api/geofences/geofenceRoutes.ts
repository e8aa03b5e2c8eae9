import { Problem } from '#contract/wire/errors.ts'
import {
  createGeofence,
  deleteGeofence,
  geofenceProblem,
  listGeofences,
  updateGeofence,
} from '#contract/wire/geofence.ts'
import { positionFromWire, positionToWire } from '#contract/wire/wirePosition.ts'
import { changedSince, difference, noteAct } from '#server/records/auditLog.ts'
import { findDepartment } from '#server/records/departments.ts'
import * as geofences from '#server/records/geofences.ts'
import { findGeofence, insertGeofence } from '#server/records/geofences.ts'
import { listScope } from '#server/records/listScope.ts'
import { lockOrganization } from '#server/records/organizations.ts'
import { deleteRulesOf, insertRule, rulesOfAlone, updateRule } from '#server/records/rules.ts'
import { isVisible } from '#server/records/scope.ts'
import { type Routes, serve } from '../serve.ts'
import { crossingRule } from './crossingRule.ts'
import { toGeofence } from './toGeofence.ts'

export const geofenceRoutes: Routes = [
  serve(listGeofences, async ({ db, caller, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const { rows, ...page } = await geofences.listGeofences(db, scope, query)
    return { data: rows.map(toGeofence), ...page }
  }),
  serve(
    createGeofence,
    async ({ db, bus, caller, further, ip, body }) => {
      const { organizationId, actor, userId, scope } = caller
      const coordinates = body.coordinates.map(positionFromWire)
      const problem = geofenceProblem({ ...body, coordinates }, body.is_harbor)
      if (problem) throw new Problem('invalid', problem)
      const rules = body.createRule ? further('department:rule-create') : null
      const made = await db.transaction(async (tx) => {
        const { department_id: departmentId, name } = body
        if (!(await findDepartment(tx, scope, departmentId))) {
          throw new Problem('invalid', 'department_id: there is no such department.')
        }
        if (rules && !isVisible(rules, { organizationId, departmentId })) throw new Problem('not_allowed')
        const id = await insertGeofence(tx, {
          organizationId,
          departmentId,
          name,
          type: body.type,
          coordinates,
          radiusM: body.radius,
          isHarbor: body.is_harbor,
          color: body.color,
        })
        if (body.createRule) await insertRule(tx, crossingRule({ organizationId, departmentId, userId }, id))
        const made = await findGeofence(tx, scope, id)
        if (!made) throw new Error('the geofence was not inserted')
        await noteAct(tx, {
          organizationId,
          actor,
          ip,
          act: 'geofence.create',
          subject: { id, name },
          after: body,
        })
        return toGeofence(made)
      })
      bus.publish({ type: 'rules.changed', organizationId })
      return made
    },
    {
      example: {
        body: {
          name: 'Skerries',
          department_id: '$DEPARTMENT_ID',
          type: 'circle',
          coordinates: [positionToWire({ latitudeDeg: 64.15, longitudeDeg: -21.95 })],
          radius: 500,
          createRule: false,
        },
      },
    },
  ),
  serve(
    updateGeofence,
    async ({ db, bus, caller, ip, params: { id }, body: { modified_at, ...change } }) => {
      const { organizationId, actor, scope } = caller
      const made = await db.transaction(async (tx) => {
        // The lock makes concurrent changes wait; each is then compared with the result of the one before.
        const row = await geofences.findGeofence(tx, scope, id, { lock: true })
        if (!row) throw new Problem('not_found')
        const before = toGeofence(row)
        const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
        const wanted = { ...before, ...given }
        const theirs = await changedSince(tx, organizationId, id, new Date(modified_at))
        const lost = difference(before, wanted).after
        const overwritten = theirs.filter((name) => name in lost)
        if (overwritten.length > 0) {
          throw new Problem(
            'conflict',
            `Changed by somebody else in the meantime: ${overwritten.join(', ')}.`,
          )
        }
        const coordinates = wanted.coordinates.map(positionFromWire)
        const problem = geofenceProblem({ ...wanted, coordinates }, wanted.is_harbor)
        if (problem) throw new Problem('invalid', problem)
        if (!(await findDepartment(tx, scope, wanted.department_id))) {
          throw new Problem('invalid', 'department_id: there is no such department.')
        }
        const isUpdated = await geofences.updateGeofence(tx, row.geofence, {
          name: wanted.name,
          departmentId: wanted.department_id,
          coordinates,
          radiusM: wanted.radius,
          isHarbor: wanted.is_harbor,
          color: wanted.color,
        })
        const changed = await geofences.findGeofence(tx, scope, id)
        if (!isUpdated || !changed) throw new Problem('conflict')
        const { modified_at: _before, ...expected } = before
        const { modified_at: _after, ...became } = toGeofence(changed)
        const subject = { id, name: wanted.name }
        await noteAct(tx, {
          organizationId,
          actor,
          ip,
          act: 'geofence.update',
          subject,
          ...difference(expected, became),
        })
        return toGeofence(changed)
      })
      bus.publish({ type: 'rules.changed', organizationId })
      return made
    },
    { example: { body: { name: 'Outer skerries', modified_at: '$MODIFIED_AT' } } },
  ),
  serve(deleteGeofence, async ({ db, bus, caller, further, ip, params: { id }, body }) => {
    const { organizationId, actor, scope } = caller
    const ruleIds = [...new Set(body.rule_ids)]
    const rules = ruleIds.length > 0 ? further('rule:rule-delete') : null
    const disabled = await db.transaction(async (tx) => {
      // Two deletions at once would each leave the rule of both geofences to the other.
      await lockOrganization(tx, organizationId)
      const row = await geofences.findGeofence(tx, scope, id)
      if (!row) throw new Problem('not_found')
      if (rules && (await deleteRulesOf(tx, rules, id, ruleIds)) !== ruleIds.length) {
        throw new Problem('invalid', 'rule_ids: there is no such rule of this geofence.')
      }
      const disabled = await rulesOfAlone(tx, organizationId, id)
      for (const rule of disabled) {
        await updateRule(tx, rule, { enabled: false })
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'rule.update' },
          subject: { id: rule.id, name: rule.message || rule.type },
          ...{ before: { enabled: true }, after: { enabled: false } },
        })
      }
      await geofences.deleteGeofence(tx, id)
      const before = { ...toGeofence(row), rule_ids: ruleIds }
      const subject = { id, name: row.geofence.name }
      await noteAct(tx, { organizationId, actor, ip, act: 'geofence.delete', subject, before })
      return disabled.filter((rule) => isVisible(scope, rule))
    })
    bus.publish({ type: 'rules.changed', organizationId })
    return { ok: true, disabled_rules: disabled.map(({ id, message }) => ({ id, message })) }
  }),
]
