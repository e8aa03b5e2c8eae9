import { Problem } from '#contract/errors.ts'
import {
  forgetPushSubscription,
  getChannels,
  listMessages,
  retryMessages,
  savePushSubscription,
  updateLocale,
} from '#contract/notification.ts'
import { AddressRefused, type Outside } from '#server/notify/outside.ts'
import { isTimeZone } from '#server/platform/timeZone.ts'
import { noteAct } from '#server/records/auditLog.ts'
import * as messages from '#server/records/messages.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { deleteSubscription, saveSubscription } from '#server/records/pushSubscriptions.ts'
import { updateUser } from '#server/records/users.ts'
import { requeue } from '#server/records/webhooks.ts'
import { wordsOf } from '../alerts/toAlert.ts'
import { serve } from '../serve.ts'

export const getChannelsRoute = serve(getChannels, async ({ notify }) => ({
  channels: notify.channels,
  push_key: notify.pushKey,
}))

export const savePushSubscriptionRoute = serve(
  savePushSubscription,
  async ({ db, notify, caller: { userId }, body: { endpoint, keys } }) => {
    demandOutside(notify.outside, endpoint, 'invalid')
    await saveSubscription(db, { userId, endpoint, ...keys })
    return { ok: true }
  },
)

export const forgetPushSubscriptionRoute = serve(
  forgetPushSubscription,
  async ({ db, caller: { userId }, body: { endpoint } }) => {
    await deleteSubscription(db, endpoint, userId)
    return { ok: true }
  },
)

export const updateLocaleRoute = serve(
  updateLocale,
  async ({ db, caller: { userId }, body: { language, time_zone: timeZone } }) => {
    if (!isTimeZone(timeZone)) throw new Problem('invalid', 'There is no such time zone.')
    await updateUser(db, userId, { language, timeZone })
    return { ok: true }
  },
)

export const listMessagesRoute = serve(listMessages, async ({ db, caller, language, query }) => {
  const { rows, total } = await messages.listMessages(db, caller.organizationId, query)
  return {
    data: rows.map(({ message, user, webhook, alert, vessel }) => ({
      id: message.id,
      channel: message.channel,
      to: user ?? webhook ?? '',
      reason: message.reason,
      state: message.state,
      attempts: message.attempts,
      maybe_twice: message.maybeTwice,
      created_at: message.createdAt.toISOString(),
      next_at:
        message.state === 'waiting' || message.state === 'failed' ? message.nextAt.toISOString() : null,
      sent_at: message.sentAt?.toISOString() ?? null,
      last_error: message.lastError,
      alert: {
        id: alert.id,
        severity: alert.severity as 'critical' | 'warning' | 'info',
        text: wordsOf(alert, language),
        vessel,
      },
    })),
    total,
  }
})

export const retryMessagesRoute = serve(
  retryMessages,
  async ({ db, clock, notify, caller: { organizationId, actor }, ip, body: { ids } }) => {
    const count = await db.transaction(async (tx) => {
      const again = await requeue(tx, organizationId, ids, new Date(clock.nowMs()))
      if (again === 0) return 0
      const { name = '' } = (await findOrganization(tx, organizationId)) ?? {}
      const subject = { id: organizationId, name }
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'message.retry',
        subject,
        after: { messages: again },
      })
      return again
    })
    notify.sender.wake()
    return { count }
  },
)

/** Throws this problem where an address cannot be one on the internet. */
export function demandOutside(outside: Outside, url: string, code: 'invalid' | 'ADDRESS_REFUSED') {
  try {
    outside.demand(url)
  } catch (error) {
    if (error instanceof AddressRefused) throw new Problem(code)
    throw error
  }
}
