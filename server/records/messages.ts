/** The outbox: messages about alerts to people and webhooks, with their state. */
import { and, asc, count, eq, inArray, isNull, lt, max, min, not, type SQL, sql } from 'drizzle-orm'
import { HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import { CHANNELS, type Channel, type MessageReason, UNANSWERED } from '#contract/wire/message.ts'
import * as contract from '#contract/wire/notification.ts'
import { type MessageTime, RuleNotifications } from '#contract/wire/rule.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import {
  alerts,
  messages,
  organizations,
  rules,
  users,
  vessels,
  webhooks,
} from '#server/stores/relational/schema.ts'
import { readableAlert } from './instanceNames.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import { type People, peopleOf, type Recipient, takes } from './recipients.ts'
import { readSetting } from './settings.ts'

/** Older events send no message, to users or to programs: only the console shows them as news. */
const NEWS_MS = 30 * MINUTE_MS
/** Ways that this installation can send by; written when it starts. */
export const CHANNELS_SETTING = 'notify.channels'

const PERSONAL = { email: 'email', sms: 'sms', push: 'push_notifications' } as const
const PERSONAL_CHANNELS = Object.keys(PERSONAL) as (keyof typeof PERSONAL)[]
/** Rows of nine values each, well below the limit of a statement. */
const ROWS_A_STATEMENT = 1000

type NewMessage = typeof messages.$inferInsert

/**
 * Queues messages about these alerts. Runs in the transaction that raises them, and may be repeated: each
 * person gets one message about an alert by each way, unless it escalates.
 */
export async function queueMessages(tx: Tx, alertIds: readonly string[], nowMs: number): Promise<void> {
  for (let i = 0; i < alertIds.length; i += ROWS_A_STATEMENT) {
    await queueSome(tx, alertIds.slice(i, i + ROWS_A_STATEMENT), nowMs)
  }
}

/**
 * Queues messages that these alerts are over or withdrawn. They go to webhooks and people that had the begin,
 * and to people who only want the end. Whether the begin really left is checked when this message leaves.
 */
export async function queueEnded(tx: Tx, alertIds: readonly string[], nowMs: number): Promise<void> {
  for (let i = 0; i < alertIds.length; i += ROWS_A_STATEMENT)
    await queueSomeEnded(tx, alertIds.slice(i, i + ROWS_A_STATEMENT), nowMs)
}

async function queueSomeEnded(tx: Tx, alertIds: readonly string[], nowMs: number) {
  const over = (await raisedSince(tx, alertIds, 0)).filter(
    ({ alert }) => !alert.isOpen && alert.type !== 'geofence',
  )
  if (over.length === 0) return
  const begun = await tx
    .select()
    .from(messages)
    .where(
      and(
        inArray(messages.alertId, [...alertIds]),
        inArray(messages.reason, ['rule', 'escalation', 'webhook']),
      ),
    )
  const channels = new Set(await availableChannels(tx))
  const rows = new Map<string, NewMessage>()
  for (const [organizationId, ended] of Map.groupBy(over, (one) => one.alert.organizationId)) {
    const hooksFor = await hooksOf(tx, organizationId)
    const people = await peopleOf(tx, organizationId)
    for (const one of ended) {
      const { id: alertId, endUs, withdrawnAt, severity } = one.alert
      const hooks = hooksFor(severity)
      const at = new Date(nowMs)
      const add = (to: Pick<NewMessage, 'channel' | 'userId' | 'webhookId'>) =>
        rows.set([alertId, to.channel, to.userId, to.webhookId].join(), {
          ...{ organizationId, alertId, nextAt: at, createdAt: at, reason: 'ended', ...to },
        })
      const when = timesOf(one)
      for (const { alertId: of, channel, userId, webhookId } of begun) {
        if (of !== alertId) continue
        const time = channel === 'webhook' ? hooks.find(({ id }) => id === webhookId)?.when : when(channel)
        if (time === 'both') add({ channel, userId, webhookId })
      }
      const isNews = !withdrawnAt && endUs !== null && endUs >= (nowMs - NEWS_MS) * 1000
      if (!isNews) continue
      for (const hook of hooks) if (hook.when === 'end') add({ channel: 'webhook', webhookId: hook.id })
      for (const { channel, userId, reason } of messagesTo(one, people))
        if (reason === 'rule' && channels.has(channel) && when(channel) === 'end') add({ channel, userId })
    }
  }
  const values = [...rows.values()]
  for (let i = 0; i < values.length; i += ROWS_A_STATEMENT)
    await tx
      .insert(messages)
      .values(values.slice(i, i + ROWS_A_STATEMENT))
      .onConflictDoNothing()
}

/** An alert about a silence, and when the computer on board fell silent too, in ms since 1970. */
export interface DarkAlert {
  id: string
  darkMs: number
}

/**
 * Queues one message for each person who was notified of the alert before the computer on board fell silent. It may be repeated;
 * whether the alert is still open and the computer silent is checked when the message leaves.
 */
export async function queueDark(tx: Tx, dark: readonly DarkAlert[], nowMs: number): Promise<void> {
  if (dark.length === 0) return
  const begun = await tx
    .select()
    .from(messages)
    .where(
      and(
        inArray(
          messages.alertId,
          dark.map(({ id }) => id),
        ),
        inArray(messages.reason, ['rule', 'escalation']),
        not(isNull(messages.sentAt)),
      ),
    )
  const darkMs = new Map(dark.map((one) => [one.id, one.darkMs]))
  const at = new Date(nowMs)
  const values = begun
    .filter(({ alertId, sentAt }) => (sentAt?.getTime() ?? 0) < (darkMs.get(alertId) ?? 0))
    .map(
      ({ organizationId, alertId, channel, userId }): NewMessage => ({
        ...{ organizationId, alertId, channel, userId, reason: 'dark', nextAt: at, createdAt: at },
      }),
    )
  for (let i = 0; i < values.length; i += ROWS_A_STATEMENT)
    await tx
      .insert(messages)
      .values(values.slice(i, i + ROWS_A_STATEMENT))
      .onConflictDoNothing()
}

/** When people get messages of the rule of an alert by a channel. */
const timesOf = ({ rule }: { rule: { notifications: unknown } | null }) => {
  const notifications = RuleNotifications.safeParse(rule?.notifications).data
  return (channel: Channel): MessageTime =>
    (channel !== 'webhook' && notifications?.[PERSONAL[channel]].when) || 'begin'
}

/** Webhooks of an organization that are called about alerts of a severity. */
async function hooksOf(tx: Tx, organizationId: string) {
  const hooks = await tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.organizationId, organizationId), eq(webhooks.enabled, true)))
  return (severity: string) => hooks.filter(({ severities }) => severities.includes(severity))
}

async function queueSome(tx: Tx, alertIds: readonly string[], nowMs: number) {
  const raised = await raisedSince(tx, alertIds, nowMs - NEWS_MS)
  if (raised.length === 0) return
  const channels = new Set(await availableChannels(tx))
  const silent = await silenced(tx, raised, nowMs)
  const rows: NewMessage[] = []
  for (const [organizationId, news] of Map.groupBy(raised, (one) => one.alert.organizationId)) {
    const hooksFor = await hooksOf(tx, organizationId)
    const people = await peopleOf(tx, organizationId)
    for (const one of news) {
      const { id: alertId, severity, type } = one.alert
      const at = new Date(nowMs)
      const about = { organizationId, alertId, nextAt: at, createdAt: at }
      const hooks = hooksFor(severity).filter(({ when }) => type === 'geofence' || when !== 'end')
      rows.push(
        ...hooks.map(({ id }) => ({
          ...about,
          channel: 'webhook' as const,
          webhookId: id,
          reason: 'webhook' as const,
        })),
      )
      if (silent.has(silenceKey(one.alert))) continue
      const when = timesOf(one)
      const recipients = messagesTo(one, people).filter(
        ({ channel, reason }) =>
          channels.has(channel) && (reason !== 'rule' || type === 'geofence' || when(channel) !== 'end'),
      )
      rows.push(
        ...recipients.map(({ afterS, ...row }) => ({
          ...about,
          ...row,
          nextAt: new Date(nowMs + afterS * 1000),
        })),
      )
    }
  }
  for (let i = 0; i < rows.length; i += ROWS_A_STATEMENT) {
    await tx
      .insert(messages)
      .values(rows.slice(i, i + ROWS_A_STATEMENT))
      .onConflictDoNothing()
  }
}

/** `knownAfterS` of an alert, µs. */
const KNOWN_AFTER_US = sql`coalesce((${alerts.facts} ->> 'duration_sec')::double precision, 0) * 1e6`

type Raised = Awaited<ReturnType<typeof raisedSince>>[number]

const raisedSince = (tx: Tx, ids: readonly string[], sinceMs: number) =>
  tx
    .select({
      alert: alerts,
      vesselDepartmentId: vessels.departmentId,
      rule: { departmentId: rules.departmentId, notifications: rules.notifications },
    })
    .from(alerts)
    .innerJoin(vessels, eq(vessels.id, alerts.vesselId))
    .leftJoin(rules, eq(rules.id, alerts.ruleId))
    .where(
      and(inArray(alerts.id, [...ids]), sql`${alerts.triggerUs} + ${KNOWN_AFTER_US} >= ${sinceMs * 1000}`),
    )

interface MessageTo {
  userId: string
  channel: Channel
  reason: MessageReason
  /** From now. */
  afterS: number
}

function messagesTo({ alert, vesselDepartmentId, rule }: Raised, people: People): MessageTo[] {
  const superVisibility = people.recipients.filter((person) => person.sees(vesselDepartmentId))
  if (alert.type === 'external') {
    return PERSONAL_CHANNELS.flatMap((channel) =>
      superVisibility
        .filter((person) => person.user.superRoleId === null && takes(person, channel, true))
        .map(({ user }) => ({ userId: user.id, channel, reason: 'external' as const, afterS: 0 })),
    )
  }
  if (!rule?.notifications) return []
  const notifications = RuleNotifications.parse(rule.notifications)
  const inDepartment = new Set(people.branch(rule.departmentId ?? ''))
  const isMember = ({ user, departmentIds }: Recipient) =>
    user.superRoleId === null && departmentIds.some((id) => inDepartment.has(id))
  const asked = PERSONAL_CHANNELS.filter((channel) => notifications[PERSONAL[channel]].enabled)
  const first = asked.flatMap((channel) => {
    const { apply_to_all, user_ids } = notifications[PERSONAL[channel]]
    const named = new Set(user_ids)
    return superVisibility
      .filter((person) => named.has(person.user.id) || (apply_to_all && isMember(person)))
      .filter((person) => takes(person, channel, false))
      .map(({ user }) => ({ userId: user.id, channel, reason: 'rule' as const, afterS: 0 }))
  })
  const { escalation } = notifications
  if (!escalation) return first
  // A user who got the first message and is named here gets a second: the missing acknowledgement is news.
  const second = superVisibility
    .filter(({ user }) => escalation.user_ids.includes(user.id))
    .flatMap((person) =>
      (asked.length > 0 ? asked : (['email'] as const))
        .filter((channel) => takes(person, channel, false))
        .map((channel) => ({
          userId: person.user.id,
          channel,
          reason: 'escalation' as const,
          afterS: escalation.after_sec,
        })),
    )
  return [...first, ...second]
}

export async function availableChannels(db: Db | Tx): Promise<readonly Channel[]> {
  return (await readSetting<Channel[]>(db, CHANNELS_SETTING)) ?? ['email']
}

const silenceKey = ({ vesselId, ruleId, type }: typeof alerts.$inferSelect) => `${vesselId} ${ruleId ?? type}`

/** Messages that stay silent because a user silenced an earlier alert of the same rule on the same vessel. */
async function silenced(tx: Tx, raised: readonly Raised[], nowMs: number): Promise<Set<string>> {
  const vesselIds = [...new Set(raised.map(({ alert }) => alert.vesselId))]
  const rows = await tx
    .select()
    .from(alerts)
    .where(
      and(
        inArray(alerts.vesselId, vesselIds),
        sql`${alerts.silencedUntil} > ${new Date(nowMs).toISOString()}`,
      ),
    )
  return new Set(rows.map(silenceKey))
}

/** Longer than any provider takes to report a failure; then a message whose try did not end is tried again. */
const TRYING_MS = 2 * MINUTE_MS
/** Then a message is a dead letter. */
const GIVEN_UP_MS = 24 * HOUR_MS
const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 15 * MINUTE_MS
/**
 * While a provider is away, one message a minute tests whether it is back, so its queue leaves within two
 * minutes.
 */
const LONGEST_PROBE_PAUSE_MS = MINUTE_MS

/** Doubles from try to try, so that a provider that comes back finds no crowd, and waits no longer than it was away. */
export const pauseMs = (attempts: number) =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1))

/** Pause before the next message tests a provider that failed this often in a row. */
export const probePauseMs = (failures: number) => Math.min(LONGEST_PROBE_PAUSE_MS, pauseMs(failures))

/** Messages that fail together: one mail or SMS provider, the browsers of one user, or the address of one webhook. */
export interface Line {
  channel: Channel
  userId: string | null
  webhookId: string | null
}

export const lineOf = ({ channel, userId, webhookId }: Line): Line => ({
  channel,
  userId: channel === 'push' ? userId : null,
  webhookId: channel === 'webhook' ? webhookId : null,
})

export const onLine = ({ channel, userId, webhookId }: Line) =>
  sql`(${messages.channel} = ${channel}${userId ? sql` and ${messages.userId} = ${userId}` : sql``}${
    webhookId ? sql` and ${messages.webhookId} = ${webhookId}` : sql``
  })`

/** Lines on which messages failed that are still to be sent, with how often and when the next try is. */
export async function failedLines(db: Db): Promise<(Line & { failures: number; retryMs: number })[]> {
  const userId = sql<string | null>`case when ${messages.channel} = 'push' then ${messages.userId} end`
  const rows = await db
    .select({
      channel: messages.channel,
      ...{ userId, webhookId: messages.webhookId },
      failures: sql<number>`sum(${messages.attempts})::int`,
      next: max(messages.nextAt),
    })
    .from(messages)
    .where(eq(messages.state, 'failed'))
    .groupBy(messages.channel, userId, messages.webhookId)
  return rows.map(({ next, ...row }) => ({ ...row, retryMs: next?.getTime() ?? 0 }))
}

/** True for a failed message that a person wants to try again at once. */
export const IS_ASKED_AGAIN = sql`(${messages.state} = 'waiting' and ${messages.attempts} = 0 and ${messages.lastError} is not null)`
export const isAskedAgain = ({ message: { state, attempts, lastError } }: MessageRecord) =>
  state === 'waiting' && attempts === 0 && lastError !== null

export const CRITICAL_FIRST = sql`(${alerts.severity} <> 'critical')`

const IS_OPEN = inArray(messages.state, ['waiting', 'failed'])
export const isDue = (nowMs: number) =>
  and(IS_OPEN, sql`${messages.nextAt} <= ${new Date(nowMs).toISOString()}`)

/** The provider is back: failed messages of its line are due now. */
export async function wakeLine(db: Db, line: Line, nowMs: number): Promise<void> {
  await db
    .update(messages)
    .set({ nextAt: new Date(nowMs) })
    .where(
      and(
        onLine(line),
        eq(messages.state, 'failed'),
        isNull(messages.tryingSince),
        sql`${messages.nextAt} > ${new Date(nowMs).toISOString()}`,
      ),
    )
}

/**
 * Gives up messages that waited for a provider for a day without a try of their own: they are dead letters too. Returns
 * their number.
 */
export async function giveUpOld(
  db: Db,
  line: Line,
  { nowMs, error }: { nowMs: number; error: string },
): Promise<number> {
  const rows = await db
    .update(messages)
    .set({ state: 'dead', lastError: error.slice(0, 500), tryingSince: null })
    .where(
      and(
        onLine(line),
        isDue(nowMs),
        sql`${messages.createdAt} < ${new Date(nowMs - GIVEN_UP_MS).toISOString()}`,
      ),
    )
    .returning({ id: messages.id })
  return rows.length
}

/** State of the first message of an alert, for the `ended` message that follows it. */
interface BeginState {
  sent_ms: number | null
  is_trying: boolean
  is_open: boolean
}
const BEGIN_STATE = sql`
  select json_build_object('sent_ms', extract(epoch from max(b.sent_at)) * 1000, 'is_trying', bool_or(b.trying_since is not null),
    'is_open', bool_or(b.state in ('waiting', 'failed')))
  from ${messages} b
  where b.alert_id = ${messages.alertId} and b.channel = ${messages.channel} and b.reason not in ('dark', 'ended')
    and (b.user_id = ${messages.userId} or b.webhook_id = ${messages.webhookId})
  having count(*) > 0`

export type EndFate = 'send' | 'wait' | 'drop'
/**
 * Decides about the message that an alert has ended. It leaves only after a begin that left, and not when a
 * later begin already reported the end. An alert that continued has not ended.
 */
export function fateOfEnd({ message, alert, rule, webhook, begin }: MessageRecord): EndFate {
  if (alert.isOpen || alert.isDeleted) return 'drop'
  const when = message.channel === 'webhook' ? webhook?.when : timesOf({ rule })(message.channel)
  if (!begin) return when === 'end' && !alert.withdrawnAt ? 'send' : 'drop'
  if (begin.sent_ms !== null) {
    const isReported = message.channel !== 'webhook' && begin.sent_ms > message.createdAt.getTime()
    return isReported ? 'drop' : 'send'
  }
  if (!begin.is_open) return 'drop'
  return begin.is_trying || message.channel === 'webhook' ? 'wait' : 'drop'
}

export type MessageRecord = Awaited<ReturnType<typeof readMessages>>[number]

/** Messages of a webhook that are read at once; those of a person are joined, so all are. */
const WEBHOOK_MESSAGES = 100

/**
 * Due messages of a user or webhook, the oldest critical alert first; all of a user, some of a webhook. With `onlyAgain`
 * those alone that a person wants to try again.
 */
export async function dueMessages(
  db: Db,
  { channel, recipientId }: { channel: Channel; recipientId: string },
  { nowMs, onlyAgain }: { nowMs: number; onlyAgain: boolean },
): Promise<MessageRecord[]> {
  const due = and(isDue(nowMs), onlyAgain ? IS_ASKED_AGAIN : undefined)
  if (channel === 'webhook')
    return readMessages(db, and(eq(messages.webhookId, recipientId), due)).limit(WEBHOOK_MESSAGES)
  return readMessages(db, and(eq(messages.userId, recipientId), eq(messages.channel, channel), due))
}

export const messageOf = (db: Db, id: string): Promise<MessageRecord[]> =>
  readMessages(db, eq(messages.id, id))

/** Messages with all data that is needed to send them, the oldest critical alert first. */
const readMessages = (db: Db, where: SQL | undefined) =>
  db
    .select({
      message: messages,
      alert: readableAlert,
      vessel: {
        id: vessels.id,
        number: vessels.number,
        name: vessels.name,
        departmentId: vessels.departmentId,
      },
      vesselDeletedAt: vessels.deletedAt,
      organization: { id: organizations.id, name: organizations.name, timeZone: organizations.timeZone },
      rule: { id: rules.id, notifications: rules.notifications },
      user: users,
      webhook: webhooks,
      begin: sql<BeginState | null>`(${BEGIN_STATE})`,
    })
    .from(messages)
    .innerJoin(alerts, eq(alerts.id, messages.alertId))
    .innerJoin(vessels, eq(vessels.id, alerts.vesselId))
    .innerJoin(organizations, eq(organizations.id, messages.organizationId))
    .leftJoin(rules, eq(rules.id, alerts.ruleId))
    .leftJoin(users, eq(users.id, messages.userId))
    .leftJoin(webhooks, eq(webhooks.id, messages.webhookId))
    .where(where)
    .orderBy(CRITICAL_FIRST, asc(alerts.triggerUs), asc(messages.id))
    .$dynamic()

/**
 * Number of messages to a person since then by this way, and the time of the first; messages sent as one
 * count once.
 */
export async function countSent(
  db: Db,
  { userId, channel, ruleId }: { userId: string; channel: Channel; ruleId?: string },
  sinceMs: number,
): Promise<{ total: number; firstMs: number | null }> {
  const [row] = await db
    .select({
      total: sql<number>`count(distinct coalesce(${messages.batchId}, ${messages.id}))::int`,
      first: min(messages.sentAt),
    })
    .from(messages)
    .innerJoin(alerts, eq(alerts.id, messages.alertId))
    .where(
      and(
        eq(messages.userId, userId),
        eq(messages.channel, channel),
        sql`${messages.sentAt} > ${new Date(sinceMs).toISOString()}`,
        // Critical ones are exempt from the limit of a person, and so they use nothing of it up.
        ruleId === undefined ? sql`${alerts.severity} <> 'critical'` : eq(alerts.ruleId, ruleId),
      ),
    )
  return { total: row?.total ?? 0, firstMs: row?.first?.getTime() ?? null }
}

/** Waits for another reason than the provider, so an earlier error is cleared. */
const NOT_TRIED = { state: 'waiting', lastError: null } as const

/** These messages, unless another process has sent them meanwhile. */
const stillOpen = (ids: readonly string[]) => and(inArray(messages.id, [...ids]), IS_OPEN)

/** Delays messages until then, to be sent together. */
export async function holdMessages(db: Db, ids: readonly string[], untilMs: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(messages)
    .set({ ...NOT_TRIED, isHeld: true, nextAt: new Date(untilMs) })
    .where(stillOpen(ids))
}

export async function postponeMessages(db: Db, ids: readonly string[], untilMs: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(messages)
    .set({ ...NOT_TRIED, nextAt: new Date(untilMs) })
    .where(stillOpen(ids))
}

/** Delays messages that were not tried because their recipient was refused. */
export async function delayMessages(db: Db, ids: readonly string[], untilMs: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(messages)
    .set({ nextAt: new Date(untilMs) })
    .where(stillOpen(ids))
}

/**
 * Marks messages as handed to the provider, so that no other process takes them. A message that was marked
 * before counts as tried, and may arrive twice. False when `isOurs` is, so that another process may have them, and when
 * none is wanted any more.
 */
export async function noteTrying(
  db: Db,
  ids: readonly string[],
  { nowMs, isOurs }: { nowMs: number; isOurs: SQL },
): Promise<boolean> {
  const hadNoEnd = sql`${messages.tryingSince} is not null`
  const marked = await db
    .update(messages)
    .set({
      tryingSince: new Date(nowMs),
      nextAt: new Date(nowMs + TRYING_MS),
      attempts: sql`${messages.attempts} + (${hadNoEnd})::int`,
      maybeTwice: sql`${messages.maybeTwice} or ${hadNoEnd}`,
      unanswered: sql`${messages.unanswered} + (${hadNoEnd})::int`,
    })
    .where(and(stillOpen(ids), isOurs))
    .returning({ id: messages.id })
  return marked.length > 0
}

/** After this number of tries without an answer a message is a dead letter: it may be what kills its process. */
const MOST_UNANSWERED = 3
export const isUnanswered = ({ message: { unanswered, tryingSince } }: MessageRecord) =>
  unanswered + (tryingSince ? 1 : 0) >= MOST_UNANSWERED

/** Gives up messages whose tries had no answer. */
export async function noteUnanswered(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(messages)
    .set({ state: 'dead', lastError: UNANSWERED, tryingSince: null })
    .where(stillOpen(ids))
}

/** Deletes messages that are no longer wanted. */
export async function dropMessages(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.delete(messages).where(stillOpen(ids))
}

export async function noteSent(
  db: Db,
  ids: readonly string[],
  { nowMs, batchId }: { nowMs: number; batchId: string | null },
): Promise<void> {
  await db
    .update(messages)
    .set({
      ...{
        state: 'sent',
        sentAt: new Date(nowMs),
        batchId,
        isHeld: false,
        lastError: null,
        tryingSince: null,
      },
      attempts: sql`${messages.attempts} + 1`,
    })
    .where(inArray(messages.id, [...ids]))
  const notified = db
    .select({ id: messages.alertId })
    .from(messages)
    .where(inArray(messages.id, [...ids]))
  await db
    .update(alerts)
    .set({ notifiedAt: new Date(nowMs) })
    .where(and(inArray(alerts.id, notified), isNull(alerts.notifiedAt)))
}

/**
 * Schedules another try, after `retryMs` when the whole line waits. Gives up after a day, or when a message
 * cannot succeed. Returns the number given up.
 */
export async function noteFailed(
  db: Db,
  rows: readonly MessageRecord[],
  { nowMs, error, isFinal, retryMs }: { nowMs: number; error: string; isFinal: boolean; retryMs?: number },
): Promise<number> {
  const outcomeOf = ({ message: { attempts, tryingSince, maybeTwice, createdAt } }: MessageRecord) => {
    const isOld = nowMs - createdAt.getTime() > GIVEN_UP_MS
    const hadNoEnd = tryingSince !== null
    return {
      state: isFinal || isOld ? ('dead' as const) : ('failed' as const),
      attempts: attempts + (hadNoEnd ? 2 : 1),
      maybeTwice: maybeTwice || hadNoEnd,
    }
  }
  for (const alike of Map.groupBy(rows, (row) => JSON.stringify(outcomeOf(row))).values()) {
    const [first] = alike as [MessageRecord]
    const outcome = outcomeOf(first)
    await db
      .update(messages)
      .set({
        ...outcome,
        lastError: error.slice(0, 500),
        nextAt: new Date(retryMs ?? nowMs + pauseMs(outcome.attempts)),
        tryingSince: null,
      })
      .where(stillOpen(alike.map(({ message }) => message.id)))
  }
  return rows.filter((row) => outcomeOf(row).state === 'dead').length
}

/**
 * Figures of one channel: messages that have not left yet, and those that this process has given up since its
 * start.
 */
export interface OutboxFigures {
  channel: Channel | 'report'
  waiting: number
  failed: number
  givenUp: number
}

/**
 * Messages that have not left, by channel: those not tried yet or held back, and failed ones that will be
 * tried again.
 */
export async function countOpen(db: Db): Promise<Omit<OutboxFigures, 'givenUp'>[]> {
  const rows = await db
    .select({ channel: messages.channel, state: messages.state, total: count() })
    .from(messages)
    .where(inArray(messages.state, ['waiting', 'failed']))
    .groupBy(messages.channel, messages.state)
  const totalOf = (channel: Channel, state: string) =>
    rows.find((row) => row.channel === channel && row.state === state)?.total ?? 0
  return CHANNELS.map((channel) => ({
    ...{ channel, waiting: totalOf(channel, 'waiting'), failed: totalOf(channel, 'failed') },
  }))
}

/** Browsers that have a message need it no second time when another could not be reached. */
export async function noteReached(db: Db, ids: readonly string[], reached: readonly string[]): Promise<void> {
  await db
    .update(messages)
    .set({ reached: [...reached] })
    .where(inArray(messages.id, [...ids]))
}

/** Deletes old messages that were sent or given up. */
export async function deleteOldMessages(db: Db, before: Date): Promise<void> {
  await db
    .delete(messages)
    .where(and(inArray(messages.state, ['sent', 'dead']), lt(messages.createdAt, before)))
}

const COLUMNS = columnsOf(contract.listMessages, {
  orders: { created_at: messages.createdAt },
  filters: {
    id: messages.id,
    state: messages.state,
    channel: messages.channel,
    created_at: messages.createdAt,
  },
})

/** Messages of an organization with their recipients and subjects. */
export async function listMessages(db: Db, organizationId: string, query: ListQuery) {
  const where = and(eq(messages.organizationId, organizationId), ...filterSql(query, COLUMNS))
  const rows = await db
    .select({
      message: messages,
      user: users.name,
      webhook: webhooks.name,
      alert: readableAlert,
      vessel: vessels.name,
      quietHours: sql<{ from: string; until: string } | null>`${rules.notifications} -> 'quiet_hours'`,
    })
    .from(messages)
    .innerJoin(alerts, eq(alerts.id, messages.alertId))
    .innerJoin(vessels, eq(vessels.id, alerts.vesselId))
    .leftJoin(rules, eq(rules.id, alerts.ruleId))
    .leftJoin(users, eq(users.id, messages.userId))
    .leftJoin(webhooks, eq(webhooks.id, messages.webhookId))
    .where(where)
    .orderBy(...orderSql(query, COLUMNS, messages.id))
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(messages).where(where)
  return { rows, total: counted?.total ?? 0 }
}
