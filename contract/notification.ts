/** How this installation tells people and programs of alerts, and what became of it. */
import { z } from 'zod'
import { SEVERITIES } from './alert.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { LANGUAGE_IDS } from './language.ts'
import { CHANNELS, MESSAGE_REASONS, MESSAGE_STATES, WAITS_FOR } from './message.ts'
import { oneLine } from './oneLine.ts'
import { MESSAGE_TIMES } from './rule.ts'
import { wasOf } from './was.ts'

const ok = z.object({ ok: z.literal(true) })

/** Ways to reach people that this installation has, and the key that browsers subscribe to pushes with. */
export const getChannels = endpoint({
  method: 'GET',
  path: '/api/notifications/channels',
  access: 'signed-in',
  output: z.object({ channels: z.array(z.enum(CHANNELS)), push_key: z.string() }),
})
/** As the browser's PushSubscription says it; it belongs to whoever sends it. */
export const savePushSubscription = endpoint({
  method: 'PUT',
  path: '/api/notifications/push_subscription',
  access: 'signed-in',
  body: z.object({
    endpoint: z.url().max(2000),
    keys: z.object({ p256dh: z.string().min(80).max(100), auth: z.string().min(20).max(40) }),
  }),
  output: ok,
})
export const forgetPushSubscription = endpoint({
  method: 'PUT',
  path: '/api/notifications/forget_push_subscription',
  access: 'signed-in',
  body: z.object({ endpoint: z.string().max(2000) }),
  output: ok,
})
/**
 * Language and clock of what is sent to the person. `usual_language` is stored only where the person has no language yet:
 * a console that is opened in another language changes nothing.
 */
export const updateLocale = endpoint({
  method: 'PUT',
  path: '/api/users/me/locale',
  access: 'signed-in',
  body: z.object({
    language: z.enum(LANGUAGE_IDS).optional(),
    usual_language: z.enum(LANGUAGE_IDS).optional(),
    time_zone: z.string().max(100).optional(),
  }),
  output: ok,
})

/** A message in the outbox, as administrators see it. */
export const OutboxMessage = z.object({
  id: z.uuid(),
  channel: z.enum(CHANNELS),
  /** A person or a webhook, by name. */
  to: z.string(),
  reason: z.enum(MESSAGE_REASONS),
  state: z.enum(MESSAGE_STATES),
  attempts: z.int(),
  /** The server stopped in the middle of a try, so nobody knows whether that one arrived. */
  maybe_twice: z.boolean(),
  created_at: z.iso.datetime(),
  /** When it is tried next; null of what is sent or given up. */
  next_at: z.iso.datetime().nullable(),
  /** Why it waits until then; null of what is tried as soon as can be. */
  waits_for: z.enum(WAITS_FOR).nullable(),
  sent_at: z.iso.datetime().nullable(),
  last_error: z.string().nullable(),
  alert: z.object({ id: z.uuid(), severity: z.enum(SEVERITIES), text: z.string(), vessel: z.string() }),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/messages',
  access: 'company:company-edit',
  list: {
    orders: ['created_at'],
    usual: ['created_at', 'desc'],
    filters: { id: 'id', state: MESSAGE_STATES, channel: CHANNELS, created_at: 'time' },
  },
  output: page(OutboxMessage),
})
/** Tries messages again that failed or were given up, and delivers once more to webhooks. Answers how many. */
export const retryMessages = endpoint({
  method: 'PUT',
  path: '/api/messages/retry',
  access: 'company:company-edit',
  body: z.object({ ids: z.array(z.uuid()).min(1).max(100) }),
  output: z.object({ count: z.int() }),
})

/** Where the organization is told of alerts by HTTP. */
export const Webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  severities: z.array(z.enum(SEVERITIES)),
  when: z.enum(MESSAGE_TIMES),
  enabled: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookForm = z.object({
  name: oneLine().min(1, 'Name is required').max(50, 'Maximum 50 symbols'),
  url: z.url('Must be an address that begins with https://').max(2000),
  severities: z.array(z.enum(SEVERITIES)).min(1, 'Choose at least one severity'),
  /** Whether it is called when an alert begins, when it is over, or both; a crossing of a geofence only begins. */
  when: z.enum(MESSAGE_TIMES).default('begin'),
  enabled: z.boolean(),
})
export type WebhookForm = z.infer<typeof WebhookForm>
/** What is not given stays as it is. */
const WebhookEdit = WebhookForm.extend({ when: z.enum(MESSAGE_TIMES) })
  .partial()
  .extend({ was: wasOf(WebhookForm) })
export type WebhookEdit = z.infer<typeof WebhookEdit>

/** With what its deliveries are signed with; said once. */
const NewSecret = Webhook.extend({ secret: z.string() })

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  access: 'company:company-edit',
  output: z.object({ data: z.array(Webhook) }),
})
export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  access: 'company:company-edit',
  problems: ['ADDRESS_REFUSED'],
  body: WebhookForm,
  output: NewSecret,
})
export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/api/webhooks/:id',
  access: 'company:company-edit',
  problems: ['ADDRESS_REFUSED'],
  params: byId,
  body: WebhookEdit,
  output: Webhook,
})
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  access: 'company:company-edit',
  params: byId,
  output: ok,
})
/** The old secret signs beside the new one for a day. */
export const rotateWebhookSecret = endpoint({
  method: 'PUT',
  path: '/api/webhooks/:id/rotate',
  access: 'company:company-edit',
  params: byId,
  output: NewSecret,
})
/** One try to deliver. */
export const WebhookDelivery = z.object({
  id: z.uuid(),
  message_id: z.uuid(),
  at: z.iso.datetime(),
  /** Of the answer; null where there was none. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  took_ms: z.int(),
  state: z.enum(MESSAGE_STATES),
  alert: z.object({ id: z.uuid(), text: z.string(), vessel: z.string() }),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
/** The last hundred, newest first. */
export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  access: 'company:company-edit',
  params: byId,
  output: z.object({ data: z.array(WebhookDelivery) }),
})
