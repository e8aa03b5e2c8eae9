import { getSetup } from '#contract/wire/user.ts'
import { needsSetup } from '#server/access/setup.ts'
import { reachesPeople } from '#server/notify/mail.ts'
import { serve } from '../serve.ts'

export const getSetupRoute = serve(getSetup, async ({ db, demo, mail, access }) => ({
  needed: !demo && (await needsSetup(db)),
  demo,
  mail: reachesPeople(mail, demo),
  provider: access.provider?.name ?? null,
}))
