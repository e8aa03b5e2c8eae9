import { updateNotifications } from '#contract/user.ts'
import { updateUser } from '#server/records/users.ts'
import { serve } from '../serve.ts'

export const updateNotificationsRoute = serve(updateNotifications, async ({ db, caller, body }) => {
  await updateUser(db, caller.userId, { subscribedNotifications: body })
  return body
})
