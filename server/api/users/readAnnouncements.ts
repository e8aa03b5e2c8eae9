import { readAnnouncements } from '#contract/wire/user.ts'
import { updateUser } from '#server/records/users.ts'
import { serve } from '../serve.ts'

export const readAnnouncementsRoute = serve(readAnnouncements, async ({ db, caller, clock }) => {
  await updateUser(db, caller.userId, { announcementsReadAt: new Date(clock.nowMs()) })
  return { ok: true }
})
