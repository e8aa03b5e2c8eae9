import { Problem } from '#contract/wire/errors.ts'
import type { MessageReason, MessageState, WaitsFor } from '#contract/wire/message.ts'
import {
  forgetPushSubscription,
  getChannels,
  listMessages,
  retryMessages,
  savePushSubscription,
  updateLocale,
} from '#contract/wire/notification.ts'
import { wordsOfAlert } from '#contract/words/alertText.ts'
import { AddressRefused, type Outside } from '#server/notify/outside.ts'
import { type QuietHours, quietUntil } from '#server/notify/zoned.ts'
import { isTimeZone } from '#server/platform/timeZone.ts'
import { noteAct } from '#server/records/auditLog.ts'
import * as messages from '#server/records/messages.ts'
import { findOrganization, zoneOf } from '#server/records/organizations.ts'
import { deleteSubscription, saveSubscription } from '#server/records/pushSubscriptions.ts'
import { beginLanguage, updateUser } from '#server/records/users.ts'
import { requeue } from '#server/records/webhooks.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
import { type Routes, serve } from '../serve.ts'

export const notificationRoutes: Routes = [
  serve(getChannels, async ({ notify }) => ({
    channels: notify.channels,
    push_key: notify.pushKey,
  })),
  serve(savePushSubscription, async ({ db, notify, caller: { userId }, body: { endpoint, keys } }) => {
    await requireOutside(notify.outside, endpoint)
    await saveSubscription(db, { userId, endpoint, ...keys })
    return { ok: true }
  }),
  serve(forgetPushSubscription, async ({ db, caller: { userId }, body: { endpoint } }) => {
    await deleteSubscription(db, endpoint, userId)
    return { ok: true }
  }),
  serve(
    updateLocale,
    async ({ db, caller: { userId }, body: { language, usual_language, time_zone: timeZone } }) => {
      if (timeZone !== undefined && !isTimeZone(timeZone))
        throw new Problem('invalid', 'There is no such time zone.')
      if (usual_language) await beginLanguage(db, userId, usual_language)
      const change = { ...(language ? { language } : {}), ...(timeZone ? { timeZone } : {}) }
      if (Object.keys(change).length > 0) await updateUser(db, userId, change)
      return { ok: true }
    },
  ),
  serve(listMessages, async ({ db, clock, caller, language, query }) => {
    const { rows, total } = await messages.listMessages(db, caller.organizationId, query)
    const nowMs = clock.nowMs()
    const zone = await zoneOf(db, caller.organizationId)
    return {
      data: rows.map(({ message, user, webhook, alert, vessel, quietHours }) => ({
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
        waits_for: waitsFor({ message, alert, quietHours, zone }, nowMs),
        sent_at: message.sentAt?.toISOString() ?? null,
        last_error: message.lastError,
        alert: {
          id: alert.id,
          severity: alert.severity as 'critical' | 'warning' | 'info',
          text: wordsOfAlert(alert, alertSpeech(language), caller.units),
          vessel,
        },
      })),
      total,
    }
  }),
  serve(
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
      notify.wake()
      return { count }
    },
  ),
]

interface Waiting {
  message: { state: MessageState; reason: MessageReason; nextAt: Date; isHeld: boolean; attempts: number }
  alert: { silencedUntil: Date | null }
  quietHours: QuietHours | null
  zone: string
}

function waitsFor({ message, alert, quietHours, zone }: Waiting, nowMs: number): WaitsFor | null {
  if (message.state !== 'waiting' || message.nextAt.getTime() <= nowMs) return null
  if (alert.silencedUntil && alert.silencedUntil.getTime() > nowMs) return 'silence'
  if (message.isHeld)
    return quietHours && quietUntil(quietHours, zone, nowMs) !== null ? 'quiet_hours' : 'limit'
  return message.reason === 'escalation' && message.attempts === 0 ? 'acknowledgement' : null
}

/** Throws ADDRESS_REFUSED for an address to which the sender would not deliver. */
export async function requireOutside(outside: Outside, url: string): Promise<void> {
  try {
    await outside.check(url)
  } catch (error) {
    if (error instanceof AddressRefused) throw new Problem('ADDRESS_REFUSED')
    throw error
  }
}
