import { Problem } from '#contract/wire/errors.ts'
import { createFirstAdmin } from '#contract/wire/user.ts'
import { needsSetup, setUp } from '#server/access/setup.ts'
import { serve } from '../serve.ts'

export const createFirstAdminRoute = serve(createFirstAdmin, async ({ db, demo, ip, body }) => {
  // Asked first, because hashing a password for a late comer would cost more than the answer is worth.
  if (demo || !(await needsSetup(db))) throw new Problem('conflict', 'This installation is set up.')
  await setUp(db, body, ip)
  return { ok: true }
})
