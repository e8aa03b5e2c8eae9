import { Problem } from '#contract/wire/errors.ts'
import { getInstallation, sendTestMail } from '#contract/wire/installation.ts'
import {
  createOrganization,
  deleteOrganization,
  getSuperOrganization,
  listOrganizations,
  switchOrganization,
  switchRole,
  updateSuperOrganization,
} from '#contract/wire/organization.ts'
import { getSuperData, rolesIn } from '#contract/wire/role.ts'
import { testMail } from '#server/access/mails.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { departmentsOf, findDepartment, findTopDepartment } from '#server/records/departments.ts'
import { deleteImagesOf } from '#server/records/images.ts'
import * as organizations from '#server/records/organizations.ts'
import {
  findCountedOrganization,
  findOrganization,
  insertOrganization,
  lockOrganization,
  updateOrganization,
} from '#server/records/organizations.ts'
import { findUser, updateUser } from '#server/records/users.ts'
import { requirePlace } from '../departments/requirePlace.ts'
import { toDepartment } from '../departments/toDepartment.ts'
import { dropImages } from '../images/imageFiles.ts'
import { toOrganization } from '../organization/toOrganization.ts'
import { requireFresh } from '../requireFresh.ts'
import { ROLES } from '../roles/roles.ts'
import { type Routes, serve } from '../serve.ts'
import { rolesFor } from './rolesFor.ts'
import { toCountedOrganization } from './toCountedOrganization.ts'
import { toOrganizationRow } from './toOrganizationRow.ts'

export const superRoutes: Routes = [
  serve(getSuperData, async ({ db, caller }) => ({
    departments: (await departmentsOf(db, caller.organizationId)).map(toDepartment),
    roles: rolesFor(caller).map((id) => ROLES[id]),
  })),
  serve(getInstallation, ({ installation }) => installation()),
  serve(sendTestMail, async ({ db, mail, caller, ip, language }) => {
    const found = await findUser(db, caller.userId)
    if (!found) throw new Problem('not_found')
    const to = found.user.email
    const failure = await mail.send(testMail(to, language)).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_FAILURE),
    )
    await db.transaction((tx) =>
      noteAct(tx, {
        ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act: 'installation.test-mail' },
        subject: { id: caller.userId, name: to },
        after: { sent: failure === null },
      }),
    )
    return { to, failure }
  }),
  serve(getSuperOrganization, async ({ db, clock, params }) => {
    const row = await findCountedOrganization(db, params.id)
    if (!row) throw new Problem('not_found')
    return toCountedOrganization(row, clock.nowMs())
  }),
  serve(listOrganizations, async ({ db, clock, query }) => {
    const { rows, total } = await organizations.listOrganizations(db, query)
    return { data: rows.map((row) => toCountedOrganization(row, clock.nowMs())), total }
  }),
  serve(createOrganization, async ({ db, clock, caller, ip, body }) => {
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
  }),
  serve(
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
  ),
  serve(deleteOrganization, async ({ db, caller, files, ip, params: { id } }) => {
    const images = await db.transaction(async (tx) => {
      const organization = await organizations.lockOrganization(tx, id)
      if (!organization) throw new Problem('not_found')
      if (id === caller.organizationId || (await organizations.isInhabited(tx, id))) {
        throw new Problem('conflict', 'An organization with users, vessels or captains cannot be deleted.')
      }
      const images = await deleteImagesOf(tx, id)
      await organizations.deleteOrganization(tx, id)
      await noteAct(tx, {
        // The audit line belongs to the caller's organization, because the removed one has no readers left.
        organizationId: caller.organizationId,
        actor: caller.actor,
        ip,
        act: 'organization.delete',
        subject: { id, name: organization.name },
        before: toOrganization(organization),
      })
      return images
    })
    await dropImages(files, images)
    return { ok: true }
  }),
  serve(switchOrganization, async ({ db, bus, caller, ip, body }) => {
    const { userId, actor, superRoleId } = caller
    const organizationId = body.new_company_id
    await db.transaction(async (tx) => {
      const organization = await findOrganization(tx, organizationId)
      const top = await findTopDepartment(tx, organizationId)
      if (!organization || !top || !superRoleId) throw new Problem('not_found')
      await updateUser(tx, userId, { organizationId, departmentId: top.id, roleId: superRoleId })
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'user.switch-organization',
        subject: { id: organizationId, name: organization.name },
        before: { company_id: caller.organizationId },
        after: { company_id: organizationId },
      })
    })
    bus.publish({ type: 'rights.changed', userId })
    return { ok: true }
  }),
  serve(switchRole, async ({ db, bus, caller, ip, body }) => {
    const { organizationId, actor, userId } = caller
    const { role_id, department_id } = body
    await db.transaction(async (tx) => {
      // A super user who views one department can still choose among all departments of the organization.
      const row = await findDepartment(tx, { organizationId, departmentIds: null }, department_id)
      const organization = await findOrganization(tx, organizationId)
      if (!row || !organization) throw new Problem('not_found')
      if (!rolesFor(caller).includes(role_id)) throw new Problem('not_allowed')
      const { department } = row
      const features = { departments: organization.departmentsFeature }
      if (!rolesIn({ parent_id: department.parentId }, features).includes(role_id)) {
        throw new Problem('invalid', 'role_id: this role does not belong in this department.')
      }
      await updateUser(tx, userId, { roleId: role_id, departmentId: department_id })
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'user.switch-role',
        subject: { id: department_id, name: department.name },
        before: { role_id: caller.roleId, department_id: caller.departmentId },
        after: { role_id, department_id },
      })
    })
    bus.publish({ type: 'rights.changed', userId })
    return { ok: true }
  }),
]

/** Maximum length of a mail server's error message in characters; it may be a whole page. */
const LONGEST_FAILURE = 300
