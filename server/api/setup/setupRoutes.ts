import { Problem } from '#contract/wire/errors.ts'
import { createFirstAdmin, getSetup } from '#contract/wire/user.ts'
import { requireUnknownPassword } from '#server/access/requireUnknownPassword.ts'
import { needsSetup, setUp } from '#server/access/setup.ts'
import { reachesPeople } from '#server/notify/mail.ts'
import { type Routes, serve } from '../serve.ts'

export const setupRoutes: Routes = [
  serve(getSetup, async ({ db, demo, mail, access }) => ({
    needed: !demo && (await needsSetup(db)),
    demo,
    mail: reachesPeople(mail, demo),
    provider: access.provider?.name ?? null,
  })),
  serve(createFirstAdmin, async ({ db, demo, ip, body }) => {
    // Checked first, because a late call should not cost a password hash.
    if (demo || !(await needsSetup(db))) throw new Problem('conflict', 'This installation is set up.')
    await requireUnknownPassword(body.password)
    await setUp(db, body, ip)
    return { ok: true }
  }),
]
