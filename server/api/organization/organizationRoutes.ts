import { Problem } from '#contract/wire/errors.ts'
import {
  getOrganization,
  listWithoutSecondFactor,
  updateLastLogin,
  updateOrganization,
} from '#contract/wire/organization.ts'
import { getOrganizationStatistics } from '#contract/wire/tripFigures.ts'
import { isTimeZone } from '#server/platform/timeZone.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import * as organizations from '#server/records/organizations.ts'
import { hasSecondFactor, withoutSecondFactor } from '#server/records/secondFactors.ts'
import { OrganizationFigures } from '#server/records/tripFigures.ts'
import { updateUser } from '#server/records/users.ts'
import { requireFresh } from '../requireFresh.ts'
import { type Routes, serve } from '../serve.ts'
import { toOrganization } from './toOrganization.ts'

export const organizationRoutes: Routes = [
  serve(getOrganization, async ({ db, caller }) => {
    const organization = await organizations.findOrganization(db, caller.organizationId)
    if (!organization) throw new Problem('not_found')
    return toOrganization(organization)
  }),
  serve(getOrganizationStatistics, async ({ db, clock, caller }) => {
    const figures = kept.get(db) ?? new OrganizationFigures()
    kept.set(db, figures)
    return figures.of(db, caller.organizationId, clock.nowMs())
  }),
  /** Super users come and go through every organization without counting as its members. */
  serve(updateLastLogin, async ({ db, caller, clock }) => {
    const lastLoginAt = new Date(clock.nowMs())
    await db.transaction(async (tx) => {
      await updateUser(tx, caller.userId, { lastLoginAt })
      if (caller.superRoleId === null)
        await organizations.updateOrganization(tx, caller.organizationId, { lastLoginAt })
    })
    return { ok: true }
  }),
  serve(updateOrganization, async ({ db, bus, caller, ip, body }) => {
    const { organizationId, actor, userId } = caller
    const changed = await db.transaction(async (tx) => {
      const before = await organizations.lockOrganization(tx, organizationId)
      if (!before) throw new Problem('not_found')
      requireFresh(toOrganization(before), body)
      const { name = before.name, contact = before.contact, settings, time_zone } = body
      if (time_zone && !isTimeZone(time_zone)) throw new Problem('invalid', 'There is no such time zone.')
      const forceCaptainLogin = settings?.force_captain_login ?? before.forceCaptainLogin
      const requireSecondFactor = body.require_second_factor ?? before.requireSecondFactor
      const minPasswordLength = body.min_password_length ?? before.minPasswordLength
      if (requireSecondFactor && !before.requireSecondFactor && !(await hasSecondFactor(tx, userId)))
        throw new Problem('OWN_SECOND_FACTOR_FIRST')
      const timeZone = time_zone === undefined ? before.timeZone : time_zone
      await organizations.updateOrganization(tx, organizationId, {
        name,
        contact,
        forceCaptainLogin,
        requireSecondFactor,
        minPasswordLength,
        timeZone,
      })
      const after = await organizations.findOrganization(tx, organizationId)
      if (!after) throw new Problem('conflict')
      const subject = { id: organizationId, name }
      const states = difference(toOrganization(before), toOrganization(after))
      await noteAct(tx, { organizationId, actor, ip, act: 'organization.update', subject, ...states })
      return toOrganization(after)
    })
    bus.publish({ type: 'organization.changed', organizationId })
    bus.publish({ type: 'rights.changed', userId: null })
    return changed
  }),
  serve(listWithoutSecondFactor, async ({ db, caller, language }) => {
    const without = await withoutSecondFactor(db, caller.organizationId, language)
    return {
      count: without.length,
      names: without.slice(0, MOST_NAMES).map(({ name }) => name),
      includes_you: !(await hasSecondFactor(db, caller.userId)),
    }
  }),
]

const MOST_NAMES = 100

const kept = new WeakMap<object, OrganizationFigures>()
