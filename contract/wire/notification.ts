/** Settings of messages about alerts to users and programs, and the result of their delivery. */
import { z } from 'zod'
import { LANGUAGE_IDS } from '#contract/text/language.ts'
import { oneLine } from '#contract/text/oneLine.ts'
import { SEVERITIES } from './alert.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { CHANNELS, MESSAGE_REASONS, MESSAGE_STATES, WAITS_FOR } from './message.ts'
import { expectedValues } from './optimisticLock.ts'
import { MESSAGE_TIMES } from './rule.ts'

const ok = z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') })

/** Ways to reach people that this installation has, and the key that browsers subscribe to pushes with. */
export const getChannels = endpoint({
  method: 'GET',
  path: '/api/notifications/channels',
  access: 'signed-in',
  output: z.object({
    channels: z
      .array(z.enum(CHANNELS))
      .describe('Channels that this installation can send on: `email`, `sms`, `push`, `webhook`.'),
    push_key: z.string().describe('Public key for the push subscriptions of browsers.'),
  }),
})
/** Subscription in the form of the browser's PushSubscription; it belongs to the user who sends it. */
export const savePushSubscription = endpoint({
  method: 'PUT',
  path: '/api/notifications/push_subscription',
  access: 'signed-in',
  body: z.object({
    endpoint: z.url().max(2000).describe("Address of the browser's push service."),
    keys: z
      .object({
        p256dh: z.string().min(80).max(100).describe('Public key of the browser, 80 to 100 characters.'),
        auth: z.string().min(20).max(40).describe('Shared secret of the browser, 20 to 40 characters.'),
      })
      .describe("Keys of the browser's push subscription."),
  }),
  problems: ['ADDRESS_REFUSED'],
  output: ok,
})
export const forgetPushSubscription = endpoint({
  method: 'PUT',
  path: '/api/notifications/forget_push_subscription',
  access: 'signed-in',
  body: z.object({ endpoint: z.string().max(2000).describe("Address of the browser's push service.") }),
  output: ok,
})
/**
 * Language and clock of messages to the person. `usual_language` is stored only for a person without a
 * language: a console in another language changes nothing.
 */
export const updateLocale = endpoint({
  method: 'PUT',
  path: '/api/users/me/locale',
  access: 'signed-in',
  body: z.object({
    language: z
      .enum(LANGUAGE_IDS)
      .optional()
      .describe('Language of messages to the user: `en`, `it` or `is`.'),
    usual_language: z
      .enum(LANGUAGE_IDS)
      .optional()
      .describe('Language to store only if the user has none yet: `en`, `it` or `is`.'),
    time_zone: z
      .string()
      .max(100)
      .optional()
      .describe("IANA name of the user's time zone, at most 100 characters."),
  }),
  output: ok,
})

/** A message in the outbox, as administrators see it. */
export const OutboxMessage = z.object({
  id: z.uuid().describe('Identifier of the message, a UUID.'),
  channel: z.enum(CHANNELS).describe('Channel of the message: `email`, `sms`, `push` or `webhook`.'),
  to: z.string().describe('Name of the user or webhook that receives the message.'),
  reason: z
    .enum(MESSAGE_REASONS)
    .describe(
      'Reason of the message: `rule`, `external`, `escalation`, `webhook`, `dark` when the computer on board fell silent too, or `ended` for an alert that is over.',
    ),
  state: z
    .enum(MESSAGE_STATES)
    .describe('Delivery state: `waiting`, `sent`, `failed` (will be retried) or `dead` (given up).'),
  attempts: z.int().describe('Number of delivery attempts so far, 0 or more.'),
  maybe_twice: z
    .boolean()
    .describe('True if the server stopped during an attempt, so that the message may have arrived twice.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  next_at: z.iso
    .datetime()
    .nullable()
    .describe('Time of the next attempt, ISO 8601 in UTC; null if none will follow.'),
  waits_for: z
    .enum(WAITS_FOR)
    .nullable()
    .describe(
      'Reason of the delay: `quiet_hours`, `limit`, `silence` or `acknowledgement`; null without a delay.',
    ),
  sent_at: z.iso
    .datetime()
    .nullable()
    .describe('Time of the successful delivery, ISO 8601 in UTC; null before it.'),
  last_error: z
    .string()
    .nullable()
    .describe(
      'Error of the last failed attempt, `unanswered` if three attempts ended without a result; null if none failed.',
    ),
  alert: z
    .object({
      id: z.uuid().describe('Identifier of the alert, a UUID.'),
      severity: z.enum(SEVERITIES).describe('Severity of the alert: `critical`, `warning` or `info`.'),
      text: z.string().describe('Text of the alert, as sent.'),
      vessel: z.string().describe("Name of the alert's vessel."),
    })
    .describe('Alert that the message is about.'),
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
  body: z.object({
    ids: z.array(z.uuid()).min(1).max(100).describe('Identifiers of the messages to retry, UUIDs, 1 to 100.'),
  }),
  output: z.object({ count: z.int().describe('Number of messages to be sent again.') }),
})

/** Address that receives the organization's alerts by HTTP. */
export const Webhook = z.object({
  id: z.uuid().describe('Identifier of the webhook, a UUID.'),
  name: z.string().describe('Name of the webhook.'),
  url: z.string().describe('Address that receives the alerts by HTTP POST.'),
  severities: z.array(z.enum(SEVERITIES)).describe('Severities of the alerts to send.'),
  when: z
    .enum(MESSAGE_TIMES)
    .describe('Event that sends a message: `begin` or `end` of the alert, or `both`.'),
  enabled: z.boolean().describe('True if the webhook is in use.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookForm = z.object({
  name: oneLine()
    .min(1, 'Name is required')
    .max(50, 'Maximum 50 symbols')
    .describe('Name of the webhook, 1 to 50 characters.'),
  url: z
    .url('Must be an address that begins with https://')
    .max(2000)
    .describe('Address that receives the alerts, with HTTPS, at most 2,000 characters.'),
  severities: z
    .array(z.enum(SEVERITIES))
    .min(1, 'Choose at least one severity')
    .describe('Severities of the alerts to send.'),
  when: z
    .enum(MESSAGE_TIMES)
    .default('begin')
    .describe('Event that sends a message: `begin` or `end` of the alert, or `both`.'),
  enabled: z.boolean().describe('True if the webhook is in use.'),
})
export type WebhookForm = z.infer<typeof WebhookForm>
/** Fields that are absent stay unchanged. */
const WebhookEdit = WebhookForm.extend({
  when: z
    .enum(MESSAGE_TIMES)
    .describe('Event that sends a message: `begin` or `end` of the alert, or `both`.'),
})
  .partial()
  .extend({
    expected: expectedValues(WebhookForm).describe(
      'Values of the changed fields as the sender last read them. The call fails with `conflict` if another user changed one of these fields since.',
    ),
  })
export type WebhookEdit = z.infer<typeof WebhookEdit>

/** Webhook with the secret that signs its deliveries; shown once. */
const NewSecret = Webhook.extend({
  secret: z.string().describe('Secret that signs the deliveries, shown only in this answer.'),
})

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  access: 'company:company-edit',
  output: z.object({ data: z.array(Webhook).describe('Webhooks of the organization.') }),
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
  id: z.uuid().describe('Identifier of the delivery, a UUID.'),
  message_id: z.uuid().describe('Identifier of the delivered message, a UUID.'),
  at: z.iso.datetime().describe('Time of the attempt, ISO 8601 in UTC.'),
  status: z.int().nullable().describe("HTTP status of the receiver's answer; null without an answer."),
  error: z.string().nullable().describe('Error of the attempt; null on success.'),
  took_ms: z.int().describe('Duration of the attempt in milliseconds.'),
  state: z
    .enum(MESSAGE_STATES)
    .describe('Delivery state: `waiting`, `sent`, `failed` (will be retried) or `dead` (given up).'),
  alert: z
    .object({
      id: z.uuid().describe('Identifier of the alert, a UUID.'),
      text: z.string().describe('Text of the alert, as sent.'),
      vessel: z.string().describe("Name of the alert's vessel."),
    })
    .describe('Alert that was delivered.'),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
/** The last hundred, newest first. */
export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  access: 'company:company-edit',
  params: byId,
  output: z.object({
    data: z.array(WebhookDelivery).describe('Last hundred delivery attempts, newest first.'),
  }),
})
