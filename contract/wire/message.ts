/** Channels that carry alerts to users and webhooks, beside the console and the helm. */
export const CHANNELS = ['email', 'sms', 'push', 'webhook'] as const
export type Channel = (typeof CHANNELS)[number]

/** Not tried yet, or held back; had by whoever carries it on; tried, and tried again; given up after a day. */
export const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'dead'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** Why one waits: nobody is woken now, it is too much for one hour, somebody wants silence, or may yet acknowledge. */
export const WAITS_FOR = ['quiet_hours', 'limit', 'silence', 'acknowledgement'] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

/**
 * A rule says so, the person wants the boats' own alerts, nobody acknowledged in time, a webhook takes it, or the alert is
 * over.
 */
export const MESSAGE_REASONS = ['rule', 'external', 'escalation', 'webhook', 'ended'] as const
export type MessageReason = (typeof MESSAGE_REASONS)[number]
