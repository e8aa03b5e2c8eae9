import { updateNotifications } from '#contract/wire/user.ts'
import { subscribed } from '#server/records/recipients.ts'
import { serve } from '../serve.ts'
import { changeMyself } from './changeMyself.ts'

/** A master switch that is off puts both below it off, and is on while one of them is. */
export const updateNotificationsRoute = serve(updateNotifications, async (call) => {
  const chosen = subscribed(call.body)
  const change = { subscribedNotifications: { ...chosen } }
  await changeMyself(call, 'user.notifications', change, (row) => ({ ...row.subscribedNotifications }))
  return chosen
})
