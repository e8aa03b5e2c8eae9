import { getSetup } from '#contract/user.ts'
import { needsSetup } from '#server/access/setup.ts'
import { serve } from '../serve.ts'

export const getSetupRoute = serve(getSetup, async ({ db, demo, access }) => ({
  needed: !demo && (await needsSetup(db)),
  demo,
  provider: access.provider?.name ?? null,
}))
