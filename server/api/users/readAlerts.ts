import { readAlerts } from '#contract/wire/user.ts'
import { updateUser } from '#server/records/users.ts'
import { serve } from '../serve.ts'

export const readAlertsRoute = serve(readAlerts, async ({ db, caller, clock }) => {
  await updateUser(db, caller.userId, { alertsReadAt: new Date(clock.nowMs()) })
  return { ok: true }
})
