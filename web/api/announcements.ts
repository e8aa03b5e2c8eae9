import { readAnnouncements, type User } from '#contract/wire/user.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'
import { meQuery } from './user.ts'

/** Marks the announcements as read when the user opens them. On failure the count stays for a while. */
export async function markAnnouncementsRead() {
  try {
    await call(readAnnouncements, {})
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the user needs no message; a developer may want the error
    console.warn('The unread announcements could not be reset', error)
    return
  }
  queryClient.setQueryData(
    meQuery.queryKey,
    (user: User | undefined) =>
      user && { ...user, unread_messages: { ...user.unread_messages, announcement_count: 0 } },
  )
}
