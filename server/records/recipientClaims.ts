/**
 * Claims of recipients: one process at a time sends the messages of a person by one way, or of a webhook. So they leave
 * in their order, and a slow recipient delays no other. The process renews its claim while it sends (`openJobQueue`).
 */
import { and, asc, eq, inArray, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { Channel } from '#contract/wire/message.ts'
import { oneAtATime } from '#server/stores/relational/oneAtATime.ts'
import { type Db, rowsOf } from '#server/stores/relational/openRecords.ts'
import { alerts, messages, recipientClaims } from '#server/stores/relational/schema.ts'
import { CLAIM_MS, ms } from './jobClaims.ts'
import { CRITICAL_FIRST, IS_ASKED_AGAIN, isDue, type Line, onLine } from './messages.ts'

/** A user or webhook, with a claim that no other process ever had. */
export interface ClaimedRecipient {
  channel: Channel
  recipientId: string
  claim: string
  /** Message with which the recipient was found. */
  messageId: string
}

const RECIPIENT = sql`coalesce(${messages.userId}, ${messages.webhookId})`
const UNTIL = sql`clock_timestamp() + ${ms(CLAIM_MS)}`

/** Takes the recipient of the oldest critical message that is due by one of these ways, except on these lines. */
export const claimRecipient = (
  db: Db,
  { nowMs, channels, except }: { nowMs: number; channels: readonly Channel[]; except: readonly Line[] },
): Promise<ClaimedRecipient | null> =>
  takeFirst(
    db,
    and(
      inArray(messages.channel, [...channels]),
      isDue(nowMs),
      except.length > 0 ? or(IS_ASKED_AGAIN, not(or(...except.map(onLine)) as SQL)) : undefined,
    ),
    [CRITICAL_FIRST, asc(alerts.triggerUs), asc(messages.id)],
  )

/**
 * Takes the recipient of the message that tests whether the provider of a line is back: each in turn, the oldest critical
 * first.
 */
export const claimProbe = (db: Db, nowMs: number, line: Line): Promise<ClaimedRecipient | null> =>
  takeFirst(
    db,
    and(onLine(line), or(isDue(nowMs), eq(messages.state, 'failed')), isNull(messages.tryingSince)),
    [asc(messages.attempts), CRITICAL_FIRST, asc(alerts.triggerUs), asc(messages.id)],
  )

async function takeFirst(db: Db, where: SQL | undefined, order: SQL[]): Promise<ClaimedRecipient | null> {
  const isHeld = sql`exists (select 1 from ${recipientClaims} where ${recipientClaims.channel} = ${messages.channel}
    and ${recipientClaims.recipientId} = ${RECIPIENT} and ${recipientClaims.claimedUntil} > clock_timestamp())`
  const [found] = await oneAtATime(db, 'claims of recipients', (tx) =>
    // Two processes could otherwise take one recipient, or find none beside others.
    rowsOf<ClaimedRecipient>(
      tx,
      sql`
        with next as (
          select ${messages.channel} as channel, ${RECIPIENT} as recipient_id, ${messages.id} as message_id
          from ${messages} join ${alerts} on ${alerts.id} = ${messages.alertId}
          where ${and(where, not(isHeld))} order by ${sql.join(order, sql`, `)} limit 1
        ), taken as (
          insert into ${recipientClaims} (channel, recipient_id, claim, claimed_until)
          select channel, recipient_id, gen_random_uuid(), ${UNTIL} from next
          on conflict (channel, recipient_id)
            do update set claim = excluded.claim, claimed_until = excluded.claimed_until
          returning channel, recipient_id, claim
        )
        select taken.channel, taken.recipient_id as "recipientId", claim, message_id as "messageId" from taken, next`,
    ),
  )
  return found ?? null
}

const isOurs = ({ channel, recipientId, claim }: ClaimedRecipient) =>
  and(
    eq(recipientClaims.channel, channel),
    eq(recipientClaims.recipientId, recipientId),
    eq(recipientClaims.claim, claim),
  )

/** Answers the claims that are still those of this process. */
export async function renewRecipients<Claimed extends ClaimedRecipient>(
  db: Db,
  claimed: readonly Claimed[],
): Promise<Claimed[]> {
  const kept: Claimed[] = []
  for (const one of claimed) {
    const renewed = await db
      .update(recipientClaims)
      .set({ claimedUntil: UNTIL })
      .where(isOurs(one))
      .returning({ claim: recipientClaims.claim })
    if (renewed.length > 0) kept.push(one)
  }
  return kept
}

export async function releaseRecipients(db: Db, claimed: readonly ClaimedRecipient[]): Promise<void> {
  for (const one of claimed) await db.delete(recipientClaims).where(isOurs(one))
}

/** Condition for writes of a process that has a recipient. */
export const stillClaimed = (one: ClaimedRecipient) =>
  sql`exists (select 1 from ${recipientClaims} where ${isOurs(one)})`

/** Deletes claims of processes that died, whose recipients got no message since. */
export async function deleteOldRecipientClaims(db: Db): Promise<void> {
  await db
    .delete(recipientClaims)
    .where(lte(recipientClaims.claimedUntil, sql`clock_timestamp() - interval '1 hour'`))
}
