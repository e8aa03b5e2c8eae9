import { dismissFirstSteps } from '#contract/wire/user.ts'
import { updateUser } from '#server/records/users.ts'
import { serve } from '../serve.ts'

export const dismissFirstStepsRoute = serve(dismissFirstSteps, async ({ db, caller, clock }) => {
  await updateUser(db, caller.userId, { firstStepsDismissedAt: new Date(clock.nowMs()) })
  return { ok: true }
})
