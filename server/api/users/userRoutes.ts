import { randomBytes } from 'node:crypto'
import { isSuper, type RoleId } from '#contract/domain/permissions.ts'
import { Problem } from '#contract/wire/errors.ts'
import {
  createUser,
  deleteUser,
  endPairingLock,
  getUser,
  listUsers,
  placedOnce,
  renewInvitation,
  updateUser,
} from '#contract/wire/user.ts'
import * as access from '#server/access/createUser.ts'
import { invitationPath } from '#server/access/invitations.ts'
import { invitationMail } from '#server/access/mails.ts'
import { deleteVerifications } from '#server/access/verification.ts'
import { reachesPeople } from '#server/notify/mail.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { listScope } from '#server/records/listScope.ts'
import { replaceMemberships } from '#server/records/memberships.ts'
import { findOrganization } from '#server/records/organizations.ts'
import * as userLists from '#server/records/userLists.ts'
import { findListedUser, type ListedUserRow } from '#server/records/userLists.ts'
import * as users from '#server/records/users.ts'
import { dropPicture } from '../pictures/keepPicture.ts'
import { requireFresh } from '../requireFresh.ts'
import { type Routes, serve } from '../serve.ts'
import { myRoutes } from './myRoutes.ts'
import { requirePlaces, requirePower } from './requirePlaces.ts'
import { superVisibility } from './superVisibility.ts'
import { audited, toListedUser, toPlace } from './toListedUser.ts'

export const userRoutes: Routes = [
  ...myRoutes,
  serve(listUsers, async ({ db, access, caller, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const { rows, total } = await userLists.listUsers(db, { ...superVisibility(caller), scope }, query)
    const locks = await access.limits.pairingLocks(rows.map(({ user }) => user.id))
    return { data: rows.map((row) => toListedUser(row, locks.get(row.user.id) ?? null)), total }
  }),
  serve(getUser, async ({ db, access, caller, params }) => {
    const row = await findListedUser(db, superVisibility(caller), params.id)
    if (!row) throw new Problem('not_found')
    const locks = await access.limits.pairingLocks([row.user.id])
    return toListedUser(row, locks.get(row.user.id) ?? null)
  }),
  serve(createUser, async (call) => {
    const { db, caller, ip, language, body, background, access: openAccess, demo, mail, publicUrl } = call
    const { organizationId, actor } = caller
    const row = await db.transaction(async (tx) => {
      const memberships = body.memberships ?? []
      await requirePlaces(tx, caller, [body, ...memberships])
      const { id } = await access.createUser(
        { db: tx },
        {
          organizationId,
          departmentId: body.department_id,
          roleId: body.role_id,
          name: body.name,
          email: body.email,
          // A random password that no person has: the first sign-in is with a code, and a mail sets the password.
          password: randomBytes(32).toString('base64url'),
        },
      )
      await users.updateUser(tx, id, { phoneNumber: body.phone_number ?? null })
      await replaceMemberships(tx, id, memberships.map(toPlace))
      const made = await findListedUser(tx, { scope: caller.scope, seesSupers: true }, id)
      if (!made) throw new Error('the new user is not in the scope they were made in')
      const subject = { id, name: made.user.name }
      const after = { email: made.user.email, ...audited(made) }
      await noteAct(tx, { organizationId, actor, ip, act: 'user.create', subject, after })
      return made
    })
    background.run('sending an invitation', async () => {
      if (!(await openAccess.limits.mayMail(row.user.email))) return
      const organization = await findOrganization(db, organizationId)
      await mail.send(invitationMail(row.user.email, language, organization?.name ?? '', publicUrl))
    })
    const invitation_path = reachesPeople(mail, demo) ? null : await invitationPath(call, row.user.identityId)
    return { ...toListedUser(row, null), invitation_path }
  }),
  serve(updateUser, async ({ db, bus, access, caller, ip, params: { id }, body }) => {
    const { organizationId, actor, userId } = caller
    const answer = await db.transaction(async (tx) => {
      // The lock makes concurrent changes wait; each is then compared with the result of the one before.
      await users.lockUser(tx, id)
      const row = await findListedUser(tx, superVisibility(caller), id)
      if (!row) throw new Problem('not_found')
      const { user } = row
      requirePower(caller, row)
      requireFresh(audited(row), body)
      const { name = user.name, phone_number = user.phoneNumber, memberships } = body
      const { role_id = user.roleId as RoleId, department_id = user.departmentId } = body
      if (!placedOnce({ department_id, memberships })) {
        throw new Problem('invalid', 'memberships: each department can be chosen once.')
      }
      const hasNewRole = role_id !== user.roleId
      const isMoved = hasNewRole || department_id !== user.departmentId
      if (isMoved || memberships) {
        if (id === userId) throw new Problem('not_allowed', 'You cannot change your own role or department.')
        await requirePlaces(tx, caller, [
          ...(isMoved ? [{ role_id, department_id }] : []),
          ...(memberships ?? []),
        ])
      }
      const elsewhere = memberships?.map(toPlace) ?? keptBeside(row, department_id)
      if (elsewhere.length > 0 && isSuper((user.superRoleId ?? role_id) as RoleId)) {
        throw new Problem('invalid', 'memberships: super users are in every department already.')
      }
      await users.updateUser(tx, id, {
        name,
        phoneNumber: phone_number,
        departmentId: department_id,
        ...(hasNewRole ? { roleId: role_id, superRoleId: isSuper(role_id) ? role_id : null } : {}),
      })
      await replaceMemberships(tx, id, elsewhere)
      const changed = await findListedUser(tx, { scope: caller.scope, seesSupers: true }, id)
      if (!changed) throw new Problem('conflict')
      const subject = { id, name: changed.user.name }
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'user.update',
        subject,
        ...difference(audited(row), audited(changed)),
      })
      return changed
    })
    bus.publish({ type: 'rights.changed', userId: id })
    const locks = await access.limits.pairingLocks([id])
    return toListedUser(answer, locks.get(id) ?? null)
  }),
  serve(deleteUser, async ({ db, bus, files, caller, ip, params: { id } }) => {
    const { organizationId, actor, userId } = caller
    const picture = await db.transaction(async (tx) => {
      const row = await findListedUser(tx, superVisibility(caller), id)
      if (!row) throw new Problem('not_found')
      const { user } = row
      if (id === userId) throw new Problem('not_allowed')
      requirePower(caller, row)
      await users.deleteUser(tx, user)
      const { name, email, roleId: role_id, departmentId: department_id } = user
      const before = { name, email, role_id, department_id }
      await noteAct(tx, { organizationId, actor, ip, act: 'user.delete', subject: { id, name }, before })
      return user.pictureFile
    })
    await dropPicture(files, picture)
    bus.publish({ type: 'rights.changed', userId: id })
    return { ok: true }
  }),
  serve(renewInvitation, async (call) => {
    const { db, caller, ip, language, access, clock, demo, mail, publicUrl, params } = call
    const { organizationId, actor, userId } = caller
    const mails = reachesPeople(mail, demo)
    const { user, invitation_path } = await db.transaction(async (tx) => {
      const row = await findListedUser(tx, superVisibility(caller), params.id)
      if (!row) throw new Problem('not_found')
      const { id, name, identityId } = row.user
      if (id === userId) throw new Problem('not_allowed')
      requirePower(caller, row)
      // The link sets a password, so for a person with a password it would open the account to the inviter.
      if (await users.hasSignedIn(tx, row.user))
        throw new Problem('conflict', 'This person has signed in already.')
      await noteAct(tx, { organizationId, actor, ip, act: 'user.invite', subject: { id, name } })
      if (mails) return { user: row.user, invitation_path: null }
      await deleteVerifications(tx, identityId)
      return { user: row.user, invitation_path: await invitationPath({ db: tx, clock }, identityId) }
    })
    if (mails) {
      if (!(await access.limits.mayMail(user.email))) throw new Problem('TOO_MANY_ATTEMPTS')
      const organization = await findOrganization(db, organizationId)
      await mail.send(invitationMail(user.email, language, organization?.name ?? '', publicUrl))
    }
    return { invitation_path }
  }),
  /** Does nothing for a person without a lock. */
  serve(endPairingLock, async ({ db, caller, ip, access, params }) => {
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
  }),
]

/** Removes the membership in a department that becomes the main one, so that the user is in it once. */
const keptBeside = ({ memberships }: ListedUserRow, departmentId: string) =>
  memberships
    .filter(({ department }) => department.id !== departmentId)
    .map(({ department, roleId }) => ({ departmentId: department.id, roleId }))
