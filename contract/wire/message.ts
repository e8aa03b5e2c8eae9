/** Channels that carry alerts to users and webhooks, beside the console and the helm. */
export const CHANNELS = ['email', 'sms', 'push', 'webhook'] as const
export type Channel = (typeof CHANNELS)[number]

/**
 * waiting: not tried yet, or held back; sent: accepted by its provider; failed: to be tried again; dead:
 * given up after a day.
 */
export const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'dead'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** Error of a message or report that is given up because three tries ended without an answer. The console translates it. */
export const UNANSWERED = 'unanswered'

/** Reason why a message waits: quiet hours, the limit per hour, a silence, or a pending acknowledgement. */
export const WAITS_FOR = ['quiet_hours', 'limit', 'silence', 'acknowledgement'] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

/**
 * Reason of a message: a rule names the user, or the user wants the boats' own alerts. Further reasons: no user
 * acknowledged in time, a webhook takes it, the computer on board of a silent boat fell silent too, or the alert is over.
 */
export const MESSAGE_REASONS = ['rule', 'external', 'escalation', 'webhook', 'dark', 'ended'] as const
export type MessageReason = (typeof MESSAGE_REASONS)[number]
