import { randomBytes } from 'node:crypto'
import { createUser } from '#contract/wire/user.ts'
import * as access from '#server/access/createUser.ts'
import { invitationPath } from '#server/access/invitations.ts'
import { invitationMail } from '#server/access/mails.ts'
import { reachesPeople } from '#server/notify/mail.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { replaceMemberships } from '#server/records/memberships.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { findListedUser } from '#server/records/userLists.ts'
import { updateUser } from '#server/records/users.ts'
import { serve } from '../serve.ts'
import { requirePlaces } from './requirePlaces.ts'
import { audited, toListedUser, toPlace } from './toListedUser.ts'

export const createUserRoute = serve(createUser, async (call) => {
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
        // Nobody knows it: the first sign-in is with a code, and a password is set through a mail.
        password: randomBytes(32).toString('base64url'),
      },
    )
    await updateUser(tx, id, { phoneNumber: body.phone_number ?? null })
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
})
