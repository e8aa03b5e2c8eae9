import { updateNotifications } from '#contract/user.ts'
import { serve } from '../serve.ts'
import { changeMyself } from './changeMyself.ts'

export const updateNotificationsRoute = serve(updateNotifications, async (call) => {
  const change = { subscribedNotifications: call.body }
  await changeMyself(call, 'user.notifications', change, (row) => ({ ...row.subscribedNotifications }))
  return call.body
})
