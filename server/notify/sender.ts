/**
 * Sends waiting messages of the outbox, at least once. Every process takes recipients (`claimRecipient`), and sends the
 * due messages of a recipient one after the other. After a crash, another process takes the recipient.
 */
import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '#contract/domain/time.ts'
import { CHANNELS, type Channel } from '#contract/wire/message.ts'
import { RuleNotifications } from '#contract/wire/rule.ts'
import type { Clock } from '#server/platform/clock.ts'
import { openJobQueue } from '#server/platform/jobQueue.ts'
import type { Log } from '#server/platform/log.ts'
import * as outbox from '#server/records/messages.ts'
import * as claims from '#server/records/recipientClaims.ts'
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

export interface Sender {
  /** There may be something to send. */
  wake(): void
  /** Sends all that is due; for tests. */
  drain(): Promise<void>
  /** As of the last look. */
  figures(): outbox.OutboxFigures[]
  close(): Promise<void>
}

/** Turn of a webhook wait for programs of other people, which may be slow, and so never for people's messages. */
const QUEUES: readonly (readonly Channel[])[] = [
  CHANNELS.filter((channel) => channel !== 'webhook'),
  ['webhook'],
]
const LOOK_EVERY_MS = 5000
/** Turn of each queue to whom a process sends at once. */
const SIDE_BY_SIDE = 8
/** Pause of a recipient's other messages after one was refused. */
const REFUSED_PAUSE_MS = 5000
/** Time for which permissions of an organization are kept between two recipients. */
const PEOPLE_KEPT_MS = 1000
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
  /** True while a message tests it. */
  isTested: boolean
}

/** A recipient that this process has, and the line that its message tests. */
interface Turn extends claims.ClaimedRecipient {
  tests: AwayLine | null
}

interface Sending {
  job: Turn
  signal: AbortSignal
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
  /** Lines by name. */
  let away = new Map<string, AwayLine>()
  /** Reads the failures before the start. */
  let readingAway: Promise<void> | null = null
  const people = new Map<string, { asOfMs: number; read: Promise<People> }>()
  const queues = QUEUES.map((channels) =>
    openJobQueue<Turn>({
      ...{ name: 'messages', atOnce: SIDE_BY_SIDE, retryMs: LOOK_EVERY_MS, log },
      source: {
        async claim() {
          const next = await nextRecipient(channels)
          if (next) return next
          people.clear()
          open = await outbox.countOpen(db)
          return { againMs: LOOK_EVERY_MS }
        },
        renew: (jobs) => claims.renewRecipients(db, jobs),
        release: (jobs) => claims.releaseRecipients(db, jobs),
        excuse: (jobs) => claims.releaseRecipients(db, jobs),
      },
      async run(job, signal) {
        await sendDue(job, signal)
        await claims.releaseRecipients(db, [job])
        return true
      },
    }),
  )
  const wake = () => {
    for (const queue of queues) queue.look()
  }
  const isAway = ({ message }: Sent) => away.has(nameOf(outbox.lineOf(message)))
  return {
    wake,
    async drain() {
      wake()
      await Promise.all(queues.map((queue) => queue.idle()))
    },
    figures: () => open.map((one) => ({ ...one, givenUp: givenUp.get(one.channel as Channel) ?? 0 })),
    close: () => withinMs(LAST_WORDS_MS, Promise.all(queues.map((queue) => queue.close()))),
  }

  /** A recipient with due messages, or with one that tests a provider. */
  async function nextRecipient(channels: readonly Channel[]): Promise<Turn | null> {
    const nowMs = clock.nowMs()
    readingAway ??= linesAway(nowMs).catch((error) => {
      readingAway = null
      throw error
    })
    await readingAway
    for (const line of away.values()) {
      if (line.retryMs > nowMs || line.isTested || !channels.includes(line.channel)) continue
      const found = await claims.claimProbe(db, nowMs, line)
      if (!found) away.delete(nameOf(line))
      else {
        line.isTested = true
        return { ...found, tests: line }
      }
    }
    const found = await claims.claimRecipient(db, { nowMs, channels, except: [...away.values()] })
    return found && { ...found, tests: null }
  }

  async function sendDue(job: Turn, signal: AbortSignal) {
    const { channel, tests } = job
    const nowMs = clock.nowMs()
    try {
      const taken = tests ? await testOf(job, nowMs) : await dueOf(job, nowMs)
      const hopeless = taken.filter(outbox.isUnanswered)
      await outbox.noteUnanswered(db, idsOf(hopeless))
      if (hopeless.length > 0) noteGivenUp(channel, hopeless.length)
      const rows = taken.filter((row) => !hopeless.includes(row))
      if (channel === 'webhook') for (const row of rows) await deliver(row, { job, signal })
      else await sendTo(rows, { job, signal }, channel)
    } finally {
      if (tests) tests.isTested = false
    }
  }

  function dueOf(job: Turn, nowMs: number) {
    const { channel, recipientId } = job
    const line = outbox.lineOf({ channel, userId: recipientId, webhookId: recipientId })
    return outbox.dueMessages(db, job, { nowMs, onlyAgain: away.has(nameOf(line)) })
  }

  /** The message that tests a provider, with those that leave together with it. */
  async function testOf(job: Turn, nowMs: number) {
    const tested = await outbox.messageOf(db, job.messageId)
    if (!tested.some(({ message }) => message.isHeld)) return tested
    const due = await outbox.dueMessages(db, job, { nowMs, onlyAgain: false })
    return [...tested, ...due.filter(({ message }) => message.isHeld && message.id !== job.messageId)]
  }

  function noteGivenUp(channel: Channel, more: number) {
    givenUp.set(channel, (givenUp.get(channel) ?? 0) + more)
  }

  function peopleIn(organizationId: string): Promise<People> {
    const known = people.get(organizationId)
    const nowMs = performance.now()
    if (known && nowMs - known.asOfMs < PEOPLE_KEPT_MS) return known.read
    const read = db.transaction((tx) => peopleOf(tx, organizationId))
    people.set(organizationId, { asOfMs: nowMs, read })
    return read
  }

  async function linesAway(nowMs: number) {
    const lines = await outbox.failedLines(db)
    const latestMs = nowMs + outbox.probePauseMs(Number.POSITIVE_INFINITY)
    away = new Map(
      lines.map((line) => [
        nameOf(line),
        { ...line, retryMs: Math.min(line.retryMs, latestMs), isTested: false },
      ]),
    )
  }

  async function deliver(record: Sent, sending: Sending) {
    if (sending.signal.aborted || (await isHeldBack(record))) return
    await attempt([record], sending, null, () => carriers.webhook(record))
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

  /** Due messages for one person by one way. */
  async function sendTo(rows: readonly Sent[], sending: Sending, channel: PersonalChannel) {
    const [first] = rows
    if (!first) return
    const { organizationId } = first.message
    const userId = sending.job.recipientId
    const nowMs = clock.nowMs()
    const { recipients } = await peopleIn(organizationId)
    const person = recipients.find(({ user }) => user.id === userId)
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
      if (sending.signal.aborted) return
      const isSent = await attempt(parcel, sending, parcel.length > 1 ? randomUUID() : null, async () => {
        if (!carrier) throw new Undeliverable('This way of sending is not set up.')
        await carrier(user, parcel)
      })
      if (isSent) continue
      // The line waits.
      if (isAway(first)) return
      // A recipient who is refused for one message is refused for the next.
      const rest = idsOf(parcels.slice(i + 1).flat())
      return outbox.delayMessages(db, rest, clock.nowMs() + REFUSED_PAUSE_MS)
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
    const known = away.get(nameOf(line))
    if (known && known.retryMs > nowMs) return known
    const failures = (known?.failures ?? 0) + 1
    const made = { ...line, failures, retryMs: nowMs + outbox.probePauseMs(failures), isTested: false }
    away.set(nameOf(line), made)
    return made
  }

  async function lineAnswers(line: outbox.Line, nowMs: number) {
    if (away.delete(nameOf(line))) await outbox.wakeLine(db, line, nowMs)
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
    noteGivenUp(channel, more)
  }

  /** False when the recipient's other messages have to wait too. */
  async function attempt(
    rows: readonly Sent[],
    { job }: Sending,
    batchId: string | null,
    send: () => Promise<void>,
  ): Promise<boolean> {
    const nowMs = clock.nowMs()
    const [first] = rows
    if (!first) return true
    const line = outbox.lineOf(first.message)
    // Its provider failed for another recipient meanwhile.
    if (isAway(first) && !job.tests && !rows.some(outbox.isAskedAgain)) return true
    // Another process may have the recipient by now.
    if (!(await outbox.noteTrying(db, idsOf(rows), { nowMs, isOurs: claims.stillClaimed(job) }))) return true
    try {
      await send()
    } catch (error) {
      await fail(rows, error)
      return error instanceof Undeliverable
    }
    await outbox.noteSent(db, idsOf(rows), { nowMs: clock.nowMs(), batchId })
    await lineAnswers(line, clock.nowMs())
    return true
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
  if (message.reason === 'dark' && !(alert.isOpen && alert.board === 'dark')) return false
  return person.sees(vessel.departmentId) && takes(person, channel, message.reason === 'external')
}

function quietFor(row: Sent, nowMs: number): number | null {
  const quiet = notificationsOf(row)?.quiet_hours
  return quiet ? quietUntil(quiet, row.organization.timeZone ?? 'UTC', nowMs) : null
}

/** Waits for the end of some work, but no longer than this. */
async function withinMs(ms: number, work: Promise<unknown>): Promise<void> {
  let giveUp: NodeJS.Timeout | undefined
  const given = new Promise<void>((resolve) => {
    giveUp = setTimeout(resolve, ms)
  })
  await Promise.race([work, given])
  clearTimeout(giveUp)
}
