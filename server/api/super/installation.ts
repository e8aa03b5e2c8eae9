import { Problem } from '#contract/wire/errors.ts'
import { getInstallation, sendTestMail } from '#contract/wire/installation.ts'
import { testMail } from '#server/access/mails.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findUser } from '#server/records/users.ts'
import { serve } from '../serve.ts'

export const getInstallationRoute = serve(getInstallation, ({ installation }) => installation())

/** What a mail server says may be a page. */
const LONGEST_FAILURE = 300

export const sendTestMailRoute = serve(sendTestMail, async ({ db, mail, caller, ip, language }) => {
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
})
