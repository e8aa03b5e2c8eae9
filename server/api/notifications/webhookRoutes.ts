import { randomUUID } from 'node:crypto'
import { DAY_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  type Webhook,
} from '#contract/wire/notification.ts'
import { wordsOfAlert } from '#contract/words/alertText.ts'
import { newWebhookSecret } from '#server/notify/signWebhook.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { placeOfWebhook } from '#server/records/sealedSecrets.ts'
import * as webhooks from '#server/records/webhooks.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
import { requireFresh } from '../requireFresh.ts'
import { type Routes, serve } from '../serve.ts'
import { requireOutside } from './notificationRoutes.ts'

export const webhookRoutes: Routes = [
  serve(listWebhooks, async ({ db, caller }) => ({
    data: (await webhooks.listWebhooks(db, caller.organizationId)).map(toWebhook),
  })),
  serve(createWebhook, async ({ db, vault, notify, caller, ip, body }) => {
    const { organizationId, actor, userId } = caller
    await requireOutside(notify.outside, body.url)
    const [id, secret] = [randomUUID(), newWebhookSecret()]
    const row = await db.transaction(async (tx) => {
      if ((await webhooks.listWebhooks(tx, organizationId)).length >= MAX_AN_ORGANIZATION)
        throw new Problem('too_many', `An organization can have ${MAX_AN_ORGANIZATION} webhooks.`)
      const made = await webhooks.insertWebhook(tx, {
        ...{ ...body, id, organizationId, createdBy: userId },
        secret: vault.seal(secret, placeOfWebhook(id)),
      })
      const subject = { id: made.id, name: made.name }
      await noteAct(tx, { organizationId, actor, ip, act: 'webhook.create', subject, after: shown(made) })
      return made
    })
    return { ...toWebhook(row), secret }
  }),
  serve(updateWebhook, async ({ db, notify, caller, ip, params, body }) => {
    const { organizationId, actor } = caller
    // A name server may take seconds, and a transaction would keep the lock for as long.
    if (body.url !== undefined) await requireOutside(notify.outside, body.url)
    const row = await db.transaction(async (tx) => {
      // The lock makes concurrent changes wait; each is then compared with the result of the one before.
      const before = await webhooks.findWebhook(tx, organizationId, params.id, { lock: true })
      if (!before) throw new Problem('not_found')
      requireFresh(before, body)
      const {
        name = before.name,
        url = before.url,
        severities = before.severities,
        when = before.when,
        enabled = before.enabled,
      } = body
      const change = { name, url, severities, when, enabled }
      await webhooks.updateWebhook(tx, params.id, change)
      const after = { ...before, ...change }
      const subject = { id: after.id, name: after.name }
      await noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'webhook.update', subject },
        ...difference(shown(before), shown(after)),
      })
      return after
    })
    return toWebhook(row)
  }),
  serve(deleteWebhook, async ({ db, caller, ip, params: { id } }) => {
    const { organizationId, actor } = caller
    await db.transaction(async (tx) => {
      const before = await webhooks.findWebhook(tx, organizationId, id)
      if (!before) throw new Problem('not_found')
      await webhooks.deleteWebhook(tx, id)
      const subject = { id, name: before.name }
      await noteAct(tx, { organizationId, actor, ip, act: 'webhook.delete', subject, before: shown(before) })
    })
    return { ok: true }
  }),
  serve(rotateWebhookSecret, async ({ db, vault, clock, caller, ip, params: { id } }) => {
    const { organizationId, actor } = caller
    return db.transaction(async (tx) => {
      const before = await webhooks.findWebhook(tx, organizationId, id)
      if (!before) throw new Problem('not_found')
      const secret = newWebhookSecret()
      const previousSecretUntil = new Date(clock.nowMs() + DAY_MS)
      await webhooks.updateWebhook(tx, id, {
        secret: vault.seal(secret, placeOfWebhook(id)),
        ...{ previousSecret: before.secret, previousSecretUntil },
      })
      const subject = { id, name: before.name }
      await noteAct(tx, { organizationId, actor, ip, act: 'webhook.rotate', subject })
      return { ...toWebhook(before), secret }
    })
  }),
  serve(listWebhookDeliveries, async ({ db, caller, language, params: { id } }) => {
    if (!(await webhooks.findWebhook(db, caller.organizationId, id))) throw new Problem('not_found')
    const rows = await webhooks.listDeliveries(db, id)
    return {
      data: rows.map(({ delivery, message, alert, vessel }) => ({
        id: delivery.id,
        message_id: message.id,
        at: delivery.at.toISOString(),
        status: delivery.status,
        error: delivery.error,
        took_ms: delivery.tookMs,
        state: message.state,
        alert: { id: alert.id, text: wordsOfAlert(alert, alertSpeech(language)), vessel: vessel.name },
      })),
    }
  }),
]

const MAX_AN_ORGANIZATION = 20

const toWebhook = (row: webhooks.WebhookRow): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  severities: row.severities as Webhook['severities'],
  when: row.when,
  enabled: row.enabled,
  created_at: row.createdAt.toISOString(),
})

/** Fields of a webhook in the audit log, without its secret. */
const shown = ({ name, url, severities, when, enabled }: webhooks.WebhookRow) => ({
  ...{ name, url, enabled, when, severities: severities.join(', ') },
})
