/**
 * Sends waiting messages of the outbox, at least once. A message is leased for some minutes, and then either
 * handed to its provider or put back. After a crash, its lease expires and it is taken again.
 */
import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '#contract/domain/time.ts'
import type { Channel } from '#contract/wire/message.ts'
import { RuleNotifications } from '#contract/wire/rule.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { openRounds, type Rounds } from '#server/platform/rounds.ts'
import * as outbox from '#server/records/messages.ts'
import { type People, peopleOf, type Recipient, takes } from '#server/records/recipients.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { quietUntil } from './zoned.ts'

export type PersonalChannel = Exclude<Channel, 'webhook'>
export type Sent = outbox.MessageRecord

/** One way to reach people; several alerts leave as one message. Rejects when delivery is not confirmed. */
export type Carrier = (to: Recipient['user'], news: readonly Sent[]) => Promise<void>

export interface Carriers extends Record<PersonalChannel, Carrier | null> {
  webhook: (message: Sent) => Promise<void>
}

/** Another try would fail too. */
export class Undeliverable extends Error {}
/** The provider answers, and refuses this recipient for now; other messages need not wait. */
export class RecipientRefused extends Error {}

/** Drained for tests and at the end. */
export interface Sender extends Omit<Rounds, 'isClosed'> {
  /** As of the last look. */
  figures(): outbox.OutboxFigures[]
}

const LOOK_EVERY_MS = 5000
const AT_ONCE = 100
const SIDE_BY_SIDE = 8
/** How many messages of each kind a person gets in an hour one by one. */
export const MAX_PER_HOUR = 10
/** Above this number of critical alerts due at once, one message reports all of them. */
const MOST_CRITICAL_ALONE = 20
/** How long the end of an alert waits for its begin that is being sent. */
const END_WAITS_MS = 15_000
/** Time for the last messages before the process ends, ms; the next start sends the others. */
const LAST_WORDS_MS = 5000

/** A line whose provider is away, and the time of the next test message. */
interface AwayLine extends outbox.Line {
  failures: number
  retryMs: number
}

const nameOf = ({ channel, userId, webhookId }: outbox.Line) => `${channel} ${userId ?? webhookId ?? ''}`

export function openSender({
  db,
  clock,
  log,
  carriers,
}: {
  db: Db
  clock: Clock
  log: Log
  carriers: Carriers
}): Sender {
  let open: Awaited<ReturnType<typeof outbox.countOpen>> = []
  const givenUp = new Map<Channel, number>()
  /** Lines by name; null until the failures before the start are read. */
  let away: Map<string, AwayLine> | null = null
  /** Messages that ask whether their provider is back. */
  const probes = new Set<string>()
  const rounds = openRounds(
    async () => {
      while (!rounds.isClosed && (await round()));
      open = await outbox.countOpen(db)
    },
    {
      everyMs: LOOK_EVERY_MS,
      onFailure: (error) => log.error('sending messages failed and will be tried again', { error }),
    },
  )
  return {
    ...rounds,
    figures: () => open.map((one) => ({ ...one, givenUp: givenUp.get(one.channel as Channel) ?? 0 })),
    close: () => rounds.close(LAST_WORDS_MS),
  }

  /** Answers whether there may be more. */
  async function round(): Promise<boolean> {
    const nowMs = clock.nowMs()
    away ??= await linesAway(nowMs)
    const down = [...away.values()]
    const ids = await outbox.claimMessages(db, nowMs, AT_ONCE, down)
    probes.clear()
    for (const line of down) {
      if (line.retryMs > nowMs) continue
      const id = await outbox.claimProbe(db, nowMs, line)
      if (id) probes.add(id)
      else away.delete(nameOf(line))
    }
    if (ids.length + probes.size === 0) return false
    const records = await outbox.readMessages(db, [...ids, ...probes])
    for (const one of records) if (outbox.isAskedAgain(one)) probes.add(one.message.id)
    const people = new Map<string, Promise<People>>()
    const peopleIn = (organizationId: string) => {
      const known = people.get(organizationId) ?? db.transaction((tx) => peopleOf(tx, organizationId))
      people.set(organizationId, known)
      return known
    }
    const works = [
      ...records.filter(({ webhook }) => webhook !== null).map((record) => () => deliver(record)),
      ...[
        ...Map.groupBy(
          records.filter(({ user }) => user !== null),
          ({ message }) => `${message.userId} ${message.channel}`,
        ).values(),
      ].map((group) => () => sendTo(group, peopleIn, ids.length === AT_ONCE)),
    ]
    await sideBySide(works, SIDE_BY_SIDE)
    const isBack = down.some((line) => !away?.has(nameOf(line)))
    return ids.length === AT_ONCE || isBack
  }

  async function linesAway(nowMs: number) {
    const lines = await outbox.failedLines(db)
    const latestMs = nowMs + outbox.probePauseMs(Number.POSITIVE_INFINITY)
    return new Map(
      lines.map((line) => [nameOf(line), { ...line, retryMs: Math.min(line.retryMs, latestMs) }]),
    )
  }

  async function deliver(record: Sent) {
    if (await isHeldBack(record)) return
    await attempt([record], null, () => carriers.webhook(record))
  }

  /** True where a message that an alert is over does not leave now, or not at all. */
  async function isHeldBack(record: Sent): Promise<boolean> {
    if (record.message.reason !== 'ended') return false
    const fate = outbox.fateOfEnd(record)
    const ids = [record.message.id]
    if (fate === 'drop') await outbox.dropMessages(db, ids)
    if (fate === 'wait') await outbox.postponeMessages(db, ids, clock.nowMs() + END_WAITS_MS)
    return fate !== 'send'
  }

  /**
   * All due messages for one person by one way. A storm is taken at once, because each hundred would check
   * the limit again.
   */
  async function sendTo(
    claimed: Sent[],
    peopleIn: (organizationId: string) => Promise<People>,
    isStorm: boolean,
  ) {
    const [first] = claimed
    if (!first?.user) return
    const { organizationId, userId, channel } = first.message
    if (userId === null || channel === 'webhook') return
    const nowMs = clock.nowMs()
    const { recipients } = await peopleIn(organizationId)
    const person = recipients.find(({ user }) => user.id === userId)
    const hasOthers = isStorm || claimed.some(({ message }) => message.isHeld)
    const otherIds = hasOthers ? await outbox.claimOthers(db, { userId, channel, nowMs, isAll: isStorm }) : []
    const rows = otherIds.length > 0 ? [...claimed, ...(await outbox.readMessages(db, otherIds))] : claimed
    const wanted = rows.filter((row) => person && isWanted(row, person, channel))
    await outbox.dropMessages(db, idsOf(rows.filter((row) => !wanted.includes(row))))
    const ready: Sent[] = []
    const held: { row: Sent; untilMs: number }[] = []
    for (const row of wanted) {
      if (await isHeldBack(row)) continue
      const silentMs = row.alert.silencedUntil?.getTime() ?? 0
      const quietMs = quietFor(row, nowMs)
      if (silentMs > nowMs) await outbox.postponeMessages(db, [row.message.id], silentMs)
      else if (quietMs !== null) held.push({ row, untilMs: quietMs })
      else ready.push(row)
    }
    const together = ready.filter(({ message }) => message.isHeld)
    const { alone, tooMany } = await withinLimits(
      ready.filter(({ message }) => !message.isHeld),
      { userId, channel, nowMs },
    )
    for (const [untilMs, alike] of Map.groupBy([...held, ...tooMany], (one) => one.untilMs)) {
      await outbox.holdMessages(db, idsOf(alike.map(({ row }) => row)), untilMs)
    }
    const carrier = carriers[channel]
    const user = person?.user
    if (!user) return
    // Critical alerts wait for nothing; above the limit, one message still reports all of them.
    const grave = alone.filter(({ alert }) => alert.severity === 'critical')
    const isFlood = grave.length > MOST_CRITICAL_ALONE
    const parcels = [
      ...(together.length > 0 ? [together] : []),
      ...(isFlood ? [grave] : []),
      ...alone.filter((row) => !isFlood || !grave.includes(row)).map((row) => [row]),
    ]
    for (const [i, parcel] of parcels.entries()) {
      const rest = parcels.slice(i).flat()
      if (rounds.isClosed) return outbox.releaseMessages(db, idsOf(rest), nowMs)
      const error = await attempt(parcel, parcel.length > 1 ? randomUUID() : null, async () => {
        if (!carrier) throw new Undeliverable('This way of sending is not set up.')
        await carrier(user, parcel)
      })
      // A provider that is away for one message is away for the next.
      if (error !== null) return outbox.releaseMessages(db, idsOf(parcels.slice(i + 1).flat()), clock.nowMs())
    }
  }

  /** Splits messages into single ones and the rest, which waits to leave as one. */
  async function withinLimits(
    rows: readonly Sent[],
    { userId, channel, nowMs }: { userId: string; channel: PersonalChannel; nowMs: number },
  ) {
    const alone: Sent[] = []
    const tooMany: { row: Sent; untilMs: number }[] = []
    const limits = new Map<string, { left: number; untilMs: number }>()
    const limitOf = async (ruleId: string | undefined, most: number) => {
      const known = limits.get(ruleId ?? '')
      if (known) return known
      const { total, firstMs } = await outbox.countSent(
        db,
        { userId, channel, ...(ruleId === undefined ? {} : { ruleId }) },
        nowMs - HOUR_MS,
      )
      const made = { left: most - total, untilMs: (firstMs ?? nowMs) + HOUR_MS }
      limits.set(ruleId ?? '', made)
      return made
    }
    for (const row of rows) {
      const ofRule = row.rule && notificationsOf(row)?.max_per_hour
      const asked = [
        ...(row.rule && ofRule ? [await limitOf(row.rule.id, ofRule)] : []),
        ...(row.alert.severity === 'critical' ? [] : [await limitOf(undefined, MAX_PER_HOUR)]),
      ]
      const full = asked.filter(({ left }) => left <= 0)
      if (full.length > 0) tooMany.push({ row, untilMs: Math.max(...full.map(({ untilMs }) => untilMs)) })
      else {
        for (const limit of asked) limit.left--
        alone.push(row)
      }
    }
    return { alone, tooMany }
  }

  /** The line waits from now on; of messages that fail side by side one counts. */
  function lineFails(line: outbox.Line, nowMs: number): AwayLine {
    const known = away?.get(nameOf(line))
    if (known && known.retryMs > nowMs) return known
    const failures = (known?.failures ?? 0) + 1
    const made = { ...line, failures, retryMs: nowMs + outbox.probePauseMs(failures) }
    away?.set(nameOf(line), made)
    return made
  }

  async function lineAnswers(line: outbox.Line, nowMs: number) {
    if (away?.delete(nameOf(line))) await outbox.wakeLine(db, line, nowMs)
  }

  async function fail(rows: readonly Sent[], error: unknown) {
    const [first] = rows
    if (!first) return
    const words = error instanceof Error ? error.message : String(error)
    const isFinal = error instanceof Undeliverable
    const { channel } = first.message
    const line = outbox.lineOf(first.message)
    log.warn('a message could not be sent', { channel, error: words, isFinal })
    const nowMs = clock.nowMs()
    const isLine = !isFinal && !(error instanceof RecipientRefused)
    const waits = isLine ? { retryMs: lineFails(line, nowMs).retryMs } : {}
    let more = await outbox.noteFailed(db, rows, { nowMs, error: words, isFinal, ...waits })
    if (isLine) more += await outbox.giveUpOld(db, line, { nowMs, error: words })
    else if (!isFinal) await lineAnswers(line, nowMs)
    givenUp.set(channel, (givenUp.get(channel) ?? 0) + more)
  }

  /** Answers why it has to be tried again; null where it has not. */
  async function attempt(rows: readonly Sent[], batchId: string | null, send: () => Promise<void>) {
    const nowMs = clock.nowMs()
    // Another process may have taken messages that waited too long; the next look finds them.
    if (rows.some(({ message }) => message.nextAt.getTime() <= nowMs)) return null
    const [first] = rows
    if (!first) return null
    const line = outbox.lineOf(first.message)
    if (away?.has(nameOf(line)) && !rows.some(({ message }) => probes.has(message.id))) {
      await outbox.releaseMessages(db, idsOf(rows), nowMs)
      return 'The provider is away.'
    }
    await outbox.noteTrying(db, idsOf(rows), nowMs)
    try {
      await send()
    } catch (error) {
      await fail(rows, error)
      return error instanceof Undeliverable ? null : String(error)
    }
    await outbox.noteSent(db, idsOf(rows), { nowMs: clock.nowMs(), batchId })
    await lineAnswers(line, clock.nowMs())
    return null
  }
}

const idsOf = (rows: readonly Sent[]) => rows.map(({ message }) => message.id)

const notificationsOf = ({ rule }: Sent) =>
  rule?.notifications ? RuleNotifications.safeParse(rule.notifications).data : undefined

/** Checked when the message leaves: rights, choices and earlier messages can have changed since the alert. */
function isWanted(
  { message, alert, vessel, vesselDeletedAt }: Sent,
  person: Recipient,
  channel: PersonalChannel,
) {
  if (alert.isDeleted || vesselDeletedAt) return false
  if (alert.withdrawnAt && message.reason !== 'ended') return false
  if (message.reason === 'escalation' && alert.acknowledgedAt) return false
  return person.sees(vessel.departmentId) && takes(person, channel, message.reason === 'external')
}

function quietFor(row: Sent, nowMs: number): number | null {
  const quiet = notificationsOf(row)?.quiet_hours
  return quiet ? quietUntil(quiet, row.organization.timeZone ?? 'UTC', nowMs) : null
}

/** So many at a time, each taking the next when it is done. */
async function sideBySide(works: readonly (() => Promise<void>)[], most: number): Promise<void> {
  const waiting = [...works]
  const worker = async () => {
    for (let work = waiting.shift(); work; work = waiting.shift()) await work()
  }
  await Promise.all(Array.from({ length: most }, worker))
}
