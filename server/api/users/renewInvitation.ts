import { Problem } from '#contract/wire/errors.ts'
import { renewInvitation } from '#contract/wire/user.ts'
import { invitationPath } from '#server/access/invitations.ts'
import { invitationMail } from '#server/access/mails.ts'
import { deleteVerifications } from '#server/access/verification.ts'
import { reachesPeople } from '#server/notify/mail.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { findListedUser } from '#server/records/userLists.ts'
import { hasSignedIn } from '#server/records/users.ts'
import { serve } from '../serve.ts'
import { requirePower } from './requirePlaces.ts'
import { superVisibility } from './superVisibility.ts'

export const renewInvitationRoute = serve(renewInvitation, async (call) => {
  const { db, caller, ip, language, access, clock, demo, mail, publicUrl, params } = call
  const { organizationId, actor, userId } = caller
  const mails = reachesPeople(mail, demo)
  const { user, invitation_path } = await db.transaction(async (tx) => {
    const row = await findListedUser(tx, superVisibility(caller), params.id)
    if (!row) throw new Problem('not_found')
    const { id, name, identityId } = row.user
    if (id === userId) throw new Problem('not_allowed')
    requirePower(caller, row)
    // The link chooses a password: of a person who has one already it would open the account to the inviter.
    if (await hasSignedIn(tx, row.user)) throw new Problem('conflict', 'This person has signed in already.')
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
})
