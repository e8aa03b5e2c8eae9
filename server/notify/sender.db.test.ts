import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/domain/time.ts'
import type { AlertFacts } from '#contract/wire/alert.ts'
import type { Channel } from '#contract/wire/message.ts'
import type { RuleNotifications } from '#contract/wire/rule.ts'
import { acknowledgeAlert } from '#server/records/alerts.ts'
import { CHANNELS_SETTING, queueDark, queueEnded, queueMessages } from '#server/records/messages.ts'
import { claimRecipient } from '#server/records/recipientClaims.ts'
import { writeSetting } from '#server/records/settings.ts'
import { updateUser } from '#server/records/users.ts'
import { requeue } from '#server/records/webhooks.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import {
  alerts,
  messages,
  organizations,
  recipientClaims,
  rules,
  users,
  webhooks,
} from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { addPerson, type Place, type Thing, twoOrganizations } from '#server/testing/testApi.ts'
import { testRecords } from '#server/testing/testStores.ts'
import {
  type Carriers,
  openSender,
  type PersonalChannel,
  RecipientRefused,
  type Sender,
  Undeliverable,
} from './sender.ts'

let records: Records
let things: Record<Place, Thing>
/** A person of the department `own`, and one of the department beside it. */
let inside: string
let beside: string

const START = Date.UTC(2026, 5, 18, 9)
const clock = fixedClock(START)
interface Had {
  channel: Channel
  to: string
  alertIds: string[]
}
let had: Had[] = []
let failing: Error | null = null

const carry =
  (channel: PersonalChannel) => async (to: { id: string }, news: readonly { alert: { id: string } }[]) => {
    if (failing) throw failing
    had.push({ channel, to: to.id, alertIds: news.map(({ alert }) => alert.id) })
  }
const carriers: Carriers = {
  email: carry('email'),
  sms: carry('sms'),
  push: carry('push'),
  webhook: async ({ webhook, alert }) => {
    if (failing) throw failing
    had.push({ channel: 'webhook', to: webhook?.id ?? '', alertIds: [alert.id] })
  },
}
const log = {
  info() {},
  warn() {},
  error(message: string, fields?: Record<string, unknown>) {
    throw new Error(`${message} ${fields?.error}`)
  },
}
const openOne = (): Sender => openSender({ db: records.db, clock, log, carriers })

/** Sends all due messages by a new sender, and returns its figures. */
async function send() {
  const sender = openOne()
  await sender.drain()
  await sender.close()
  return sender.figures()
}

const CHANNEL_OFF = { enabled: false, apply_to_all: false, user_ids: [] }
const notify = (more: Partial<RuleNotifications>): RuleNotifications => ({
  ...{ push_notifications: CHANNEL_OFF, email: CHANNEL_OFF, sms: CHANNEL_OFF },
  helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
  console: { enabled: true },
  ...more,
})
const byMail = (...user_ids: string[]) => ({ email: { enabled: true, apply_to_all: false, user_ids } })

async function setRule(notifications: RuleNotifications, { ruleId } = things.own) {
  await records.db.update(rules).set({ notifications }).where(eq(rules.id, ruleId))
}

async function raise({
  agoMs = 0,
  severity = 'warning',
  type = 'threshold',
  place = 'own' as Place,
  count = 1,
  facts = null as AlertFacts | null,
} = {}): Promise<string[]> {
  const { organizationId, vesselId, ruleId } = things[place]
  const ids = Array.from({ length: count }, () => randomUUID())
  const triggerUs = (clock.nowMs() - agoMs) * 1000
  await records.db.transaction(async (tx) => {
    for (const [i, id] of ids.entries()) {
      const rule = type === 'external' ? {} : { ruleId }
      const alert = {
        id,
        organizationId,
        vesselId,
        type,
        severity,
        text: 'Fast',
        createdAt: new Date(clock.nowMs()),
      }
      await tx.insert(alerts).values({ ...alert, ...rule, facts, triggerUs: triggerUs + i })
    }
    await queueMessages(tx, ids, clock.nowMs())
  })
  return ids
}
const stored = () => records.db.select().from(messages).orderBy(asc(messages.nextAt))
/** As if the processes that had recipients were away for longer than their claims. */
const expire = () => records.db.delete(recipientClaims)
const later = (ms: number) => clock.set(clock.nowMs() + ms)

beforeAll(async () => {
  records = await testRecords()
  things = await twoOrganizations(records.db)
  const person = (thing: Thing) => records.db.transaction((tx) => addPerson(tx, thing, 'department-viewer'))
  inside = await person(things.own)
  beside = await person(things.sibling)
  await writeSetting(records.db, CHANNELS_SETTING, ['email', 'sms', 'push', 'webhook'])
})
afterAll(() => records?.close())
beforeEach(async () => {
  clock.set(START)
  had = []
  failing = null
  await records.db.delete(messages)
  await expire()
  await records.db.delete(webhooks)
  await records.db.update(users).set({ subscribedNotifications: {}, phoneNumber: null })
  await records.db.update(organizations).set({ timeZone: null })
})

test('sends nothing to a person who may not see the vessel, named or not', async () => {
  await setRule(notify(byMail(beside, things.foreign.userId)))
  await raise()
  await send()
  expect(await stored()).toEqual([])
  expect(had).toEqual([])
})

test('sends a crossing that counts after an hour in a fence when it counts', async () => {
  await setRule(notify(byMail(inside)))
  const facts = { kind: 'geofence', fence: 'Harbour', direction: 'enter' } as const
  await raise({ agoMs: HOUR_MS, facts: { ...facts, duration_sec: 1800 } })
  await raise({ agoMs: HOUR_MS, facts })
  expect(await stored()).toHaveLength(1)
})

test('sends once to a person whom a rule names repeatedly', async () => {
  await setRule(notify(byMail(inside)))
  const ids = await raise()
  await records.db.transaction((tx) => queueMessages(tx, ids, clock.nowMs()))
  await send()
  await send()
  expect(had).toEqual([{ channel: 'email', to: inside, alertIds: ids }])
  expect(await stored()).toMatchObject([{ state: 'sent', attempts: 1, reason: 'rule' }])
})

test('sends a rule for all to everyone in its department who sees the vessel, and to no super user', async () => {
  await setRule(notify({ email: { enabled: true, apply_to_all: true, user_ids: [] } }))
  await raise()
  await send()
  const recipients = had.map(({ to }) => to)
  const all = await records.db.select().from(users)
  const ofOwn = all.filter(({ departmentId }) => departmentId === things.own.departmentId).map(({ id }) => id)
  const ofChild = all.filter(({ departmentId }) => departmentId === things.child.departmentId)
  expect(ofChild).toHaveLength(1)
  expect(recipients.toSorted()).toEqual(ofOwn.toSorted())
})

test('does not send by a channel that the person has off, or without number or browser', async () => {
  const all = { enabled: true, apply_to_all: false, user_ids: [inside] }
  await setRule(notify({ email: all, sms: all, push_notifications: all }))
  await raise()
  await send()
  expect(had.map(({ channel }) => channel)).toEqual(['email'])
  had = []
  await updateUser(records.db, inside, {
    phoneNumber: '+354 555 1234',
    subscribedNotifications: { email_notifications: false, rule_alert_email: true },
  })
  await raise()
  await send()
  expect(had.map(({ channel }) => channel)).toEqual(['sms'])
})

test('sends nothing to a person who switched it off or lost access before it left', async () => {
  await setRule(notify(byMail(inside)))
  await raise()
  await updateUser(records.db, inside, { departmentId: things.sibling.departmentId })
  await send()
  expect(await stored()).toEqual([])
  await updateUser(records.db, inside, { departmentId: things.own.departmentId })
  const [id = ''] = await raise()
  await records.db.update(alerts).set({ withdrawnAt: new Date() }).where(eq(alerts.id, id))
  await send()
  expect(had).toEqual([])
})

test('sends no push and calls no webhook for what happened over half an hour ago', async () => {
  const { organizationId } = things.own
  const hook = {
    organizationId,
    name: 'Hook',
    url: 'https://one.example',
    secret: 's',
    severities: ['warning'],
  }
  await records.db.insert(webhooks).values(hook)
  await setRule(notify(byMail(inside)))
  await raise({ agoMs: 31 * 60_000 })
  await raise({ agoMs: 20 * HOUR_MS })
  await send()
  expect([had, await stored()]).toEqual([[], []])
  await raise({ agoMs: 29 * 60_000 })
  await send()
  expect(had.map(({ channel }) => channel).toSorted()).toEqual(['email', 'webhook'])
  had = []
  await raise({ severity: 'info' })
  await send()
  expect(had.map(({ channel }) => channel)).toEqual(['email'])
})

test('sends faults of the boat to those who see her and want them', async () => {
  await updateUser(records.db, inside, { subscribedNotifications: { n2k_flag_email: true } })
  await updateUser(records.db, beside, { subscribedNotifications: { n2k_flag_email: true } })
  await raise({ type: 'external' })
  await send()
  expect(had).toMatchObject([{ channel: 'email', to: inside }])
})

test('loses nothing and sends nothing twice when a provider is down for an hour', async () => {
  await setRule(notify(byMail(inside)))
  failing = new Error('connect ECONNREFUSED')
  const ids = await raise({ count: 5 })
  let tries = 0
  for (let passed = 0; passed < HOUR_MS; passed += 30_000) {
    await send()
    later(30_000)
    const rows = await stored()
    tries = Math.max(...rows.map(({ attempts }) => attempts))
  }
  expect(tries).toBeGreaterThan(4)
  expect(tries).toBeLessThan(15)
  expect(await stored()).toMatchObject(
    ids.map(() => ({ state: 'failed', lastError: 'connect ECONNREFUSED' })),
  )
  expect(await send()).toContainEqual({ channel: 'email', waiting: 0, failed: 5, givenUp: 0 })
  failing = null
  for (let passed = 0; passed < 16 * 60_000; passed += 60_000) {
    await send()
    later(60_000)
  }
  expect(had.flatMap(({ alertIds }) => alertIds).toSorted()).toEqual(ids.toSorted())
})

test('sends the whole queue within two minutes when the provider is back, the oldest critical first', async () => {
  await updateUser(records.db, beside, { departmentId: things.own.departmentId })
  await setRule(notify(byMail(inside, beside)))
  failing = new Error('connect ECONNREFUSED')
  let tries = 0
  const sender = openSender({
    ...{ db: records.db, clock, log },
    carriers: {
      ...carriers,
      email: (to, news) => {
        tries++
        return carry('email')(to, news)
      },
    },
  })
  await raise({ severity: 'info', count: 3 })
  const grave = await raise({ severity: 'critical', agoMs: 20_000 })
  const graver = await raise({ severity: 'critical', agoMs: 60_000 })
  for (let passed = 0; passed < HOUR_MS / 2; passed += 20_000) {
    await sender.drain()
    later(20_000)
  }
  // One message a minute tests the provider, however many wait.
  expect(tries).toBeLessThan(45)
  failing = null
  for (let passed = 0; passed < 120_000; passed += 5000) {
    await sender.drain()
    later(5000)
  }
  expect(had).toHaveLength(10)
  // Each person gets critical messages first, the oldest before. The exception is the message that tested the
  // provider.
  const [probe, ...rest] = had.map(({ to, alertIds }) => ({ to, id: alertIds[0] ?? '' }))
  for (const person of [inside, beside]) {
    const due = [...graver, ...grave].filter((id) => probe?.to !== person || probe.id !== id)
    const order = rest.filter(({ to }) => to === person).map(({ id }) => id)
    expect(order.slice(0, due.length)).toEqual(due)
  }
  expect((await stored()).every(({ state }) => state === 'sent')).toBe(true)
  await sender.close()
  await updateUser(records.db, beside, { departmentId: things.sibling.departmentId })
})

test('delivers to others while one recipient is refused for now', async () => {
  await updateUser(records.db, beside, { departmentId: things.own.departmentId })
  await setRule(notify(byMail(inside, beside)))
  const full = async (to: { id: string }, news: readonly { alert: { id: string } }[]) => {
    if (to.id === beside) throw new RecipientRefused('452 mailbox full')
    return carry('email')(to, news)
  }
  const sender = openSender({ ...{ db: records.db, clock, log }, carriers: { ...carriers, email: full } })
  for (let i = 0; i < 5; i++) {
    await raise()
    await sender.drain()
    expect(had).toHaveLength(i + 1)
    later(5000)
  }
  await sender.close()
  await updateUser(records.db, beside, { departmentId: things.sibling.departmentId })
})

test('delays a digest over the limit without calling it failed, and sends it when an hour allows', async () => {
  await setRule(notify(byMail(inside)))
  failing = new Error('connect ECONNREFUSED')
  await raise({ count: 15 })
  await send()
  failing = null
  later(60_000)
  for (let i = 0; i < 4; i++) await send()
  expect(had).toHaveLength(10)
  const held = (await stored()).filter(({ state }) => state !== 'sent')
  expect(held.map(({ state, isHeld, lastError }) => [state, isHeld, lastError])).toEqual(
    Array(5).fill(['waiting', true, null]),
  )
  await raise({ severity: 'critical', count: 3 })
  await send()
  expect(had).toHaveLength(13)
  later(HOUR_MS)
  await send()
  expect(had.at(-1)?.alertIds).toHaveLength(5)
})

const over = (id: string, change: Partial<typeof alerts.$inferInsert> = {}) =>
  records.db.transaction(async (tx) => {
    await tx
      .update(alerts)
      .set({ isOpen: false, endUs: clock.nowMs() * 1000, ...change })
      .where(eq(alerts.id, id))
    await queueEnded(tx, [id], clock.nowMs())
  })
const notifying = (when: 'begin' | 'end' | 'both') =>
  notify({ email: { ...byMail(inside).email, when } } as Partial<RuleNotifications>)
const reasons = async () => (await stored()).map(({ reason, state }) => `${reason} ${state}`).toSorted()

test('sends the end of an alert once to those who had its begin, when the rule says so', async () => {
  await setRule(notifying('begin'))
  const [first = ''] = await raise()
  await send()
  await over(first)
  await send()
  expect(had).toHaveLength(1)
  await setRule(notifying('both'))
  const [second = ''] = await raise()
  await send()
  later(60_000)
  await over(second)
  await over(second)
  await send()
  await over(second)
  await send()
  expect(had.map(({ alertIds }) => alertIds[0])).toEqual([first, second, second])
  expect(await reasons()).toEqual(['ended sent', 'rule sent', 'rule sent'])
})

test('joins begin and end into one message before the begin left, also when the alert is withdrawn or goes on', async () => {
  await setRule(notifying('both'))
  failing = new Error('away')
  const [early = ''] = await raise()
  await send()
  await over(early)
  failing = null
  later(60_000)
  for (let i = 0; i < 3; i++) await send()
  expect(had.map(({ alertIds }) => alertIds[0])).toEqual([early])
  expect(await reasons()).toEqual(['rule sent'])

  const [back = ''] = await raise()
  await send()
  later(1000)
  await over(back, { withdrawnAt: new Date(clock.nowMs()), withdrawnReason: 'late_data' })
  await send()
  await over(back)
  await send()
  expect(had.map(({ alertIds }) => alertIds[0])).toEqual([early, back, back])

  const [on = ''] = await raise()
  await send()
  later(1000)
  await over(on)
  await records.db.update(alerts).set({ isOpen: true, endUs: null }).where(eq(alerts.id, on))
  await send()
  expect(had).toHaveLength(4)
  await over(on)
  await send()
  expect(had).toHaveLength(5)
})

test('sends one message to a person who wants ends alone, and a webhook both in order', async () => {
  await setRule(notifying('end'))
  const hook = { organizationId: things.own.organizationId, name: 'Hook', url: 'https://one.example' }
  const called = { ...hook, secret: 's', severities: ['warning'] }
  await records.db.insert(webhooks).values({ ...called, when: 'both' })
  const [id = ''] = await raise()
  await send()
  expect(had.map(({ channel }) => channel)).toEqual(['webhook'])
  later(60_000)
  await over(id)
  await send()
  expect(had.map(({ channel }) => channel).toSorted()).toEqual(['email', 'webhook', 'webhook'])
  expect(await reasons()).toEqual(['ended sent', 'ended sent', 'webhook sent'])
})

test('calls a webhook at the begin, at the end or at both, as chosen, and at the begin by default', async () => {
  await setRule(notify({}))
  const { organizationId } = things.own
  const hook = { organizationId, url: 'https://one.example', secret: 's', severities: ['warning'] }
  const made = await records.db
    .insert(webhooks)
    .values([
      { ...hook, name: 'quiet' },
      { ...hook, name: 'end', when: 'end' },
      { ...hook, name: 'both', when: 'both' },
      { ...hook, name: 'other severity', when: 'both', severities: ['info'] },
    ])
    .returning({ id: webhooks.id, name: webhooks.name })
  const called = () => had.map(({ to }) => made.find(({ id }) => id === to)?.name).toSorted()
  const [id = ''] = await raise()
  await send()
  expect(called()).toEqual(['both', 'quiet'])
  had.length = 0
  later(60_000)
  await over(id)
  await send()
  expect(called()).toEqual(['both', 'end'])
})

test('gives up after a day, and at once on a permanent refusal', async () => {
  await setRule(notify(byMail(inside)))
  failing = new Error('away')
  await raise()
  for (let passed = 0; passed < DAY_MS + HOUR_MS; passed += 30 * 60_000) {
    await send()
    later(30 * 60_000)
  }
  expect(await stored()).toMatchObject([{ state: 'dead', lastError: 'away' }])
  await records.db.delete(messages)
  failing = new Undeliverable('no such number')
  await raise()
  expect(await send()).toContainEqual({ channel: 'email', waiting: 0, failed: 0, givenUp: 1 })
  expect(await stored()).toMatchObject([{ state: 'dead', attempts: 1 }])
})

test('sends after the restart what a crash interrupted', async () => {
  await setRule(notify(byMail(inside)))
  const ids = await raise()
  const one = { nowMs: clock.nowMs(), channels: ['email'], except: [] } as const
  expect(await claimRecipient(records.db, one)).toMatchObject({ channel: 'email', recipientId: inside })
  await send()
  expect(had).toEqual([])
  await expire()
  await send()
  expect(had).toMatchObject([{ alertIds: ids }])
})

test('sends again what a provider had when the server died, marked as a possible repetition', async () => {
  await setRule(notify(byMail(inside)))
  await raise()
  const dying = openSender({
    ...{ db: records.db, clock, log },
    carriers: {
      ...carriers,
      // The provider has it, and nothing of that is written down any more.
      email: async (to, news) => {
        await carry('email')(to, news)
        await new Promise(() => {})
      },
    },
  })
  await expect.poll(() => had.length).toBe(1)
  await send()
  expect(had).toHaveLength(1)
  void dying.close()
  // Its process may have died a moment ago, while the provider still works.
  await expire()
  await send()
  expect(had).toHaveLength(1)
  later(2 * 60_000)
  await send()
  expect(had).toHaveLength(2)
  expect(await stored()).toMatchObject([{ state: 'sent', attempts: 2, maybeTwice: true }])

  // A later failure keeps the mark that the message may have arrived before.
  await records.db.delete(messages)
  await raise()
  const dyingToo = openSender({
    ...{ db: records.db, clock, log },
    carriers: { ...carriers, email: () => new Promise(() => {}) },
  })
  await expect.poll(async () => (await stored())[0]?.tryingSince).not.toBe(null)
  void dyingToo.close()
  await expire()
  later(2 * 60_000)
  failing = new Error('away')
  await send()
  expect(await stored()).toMatchObject([
    { state: 'failed', attempts: 2, maybeTwice: true, tryingSince: null },
  ])
})

test('leaves messages that waited too long to the process that took them meanwhile', async () => {
  await setRule(notify(byMail(inside)))
  await raise({ count: 3 })
  const slow = openSender({
    ...{ db: records.db, clock, log },
    carriers: {
      ...carriers,
      email: async (to, news) => {
        await carry('email')(to, news)
        later(70_000)
        // Another sender looks while the second message is under way.
        if (had.length === 2) await send()
      },
    },
  })
  await slow.drain()
  await slow.close()
  expect(new Set(had.flatMap(({ alertIds }) => alertIds)).size).toBe(3)
  expect(had).toHaveLength(3)
  expect((await stored()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['sent', 1],
    ['sent', 1],
    ['sent', 1],
  ])
})

test('shares recipients among processes, and sends the messages of each in their order, once', async () => {
  await updateUser(records.db, beside, { departmentId: things.own.departmentId })
  await setRule(notify(byMail(inside, beside)))
  const ids = await raise({ count: 6 })
  const by: [process: number, to: string][] = []
  const bothAtWork = Promise.withResolvers<void>()
  const open = (process: number) =>
    openSender({
      ...{ db: records.db, clock, log },
      carriers: {
        ...carriers,
        email: async (to, news) => {
          by.push([process, to.id])
          if (new Set(by.map(([, id]) => id)).size === 2) bothAtWork.resolve()
          await bothAtWork.promise
          await carry('email')(to, news)
        },
      },
    })
  const processes = [open(0), open(1)]
  await Promise.all(processes.map((one) => one.drain()))
  await Promise.all(processes.map((one) => one.close()))
  for (const person of [inside, beside]) {
    expect(had.filter(({ to }) => to === person).flatMap(({ alertIds }) => alertIds)).toEqual(ids)
    expect(new Set(by.filter(([, to]) => to === person).map(([process]) => process)).size).toBe(1)
  }
  await updateUser(records.db, beside, { departmentId: things.sibling.departmentId })
})

test('sends no second message of a recipient that another process has taken meanwhile', async () => {
  await setRule(notify(byMail(inside)))
  await raise({ count: 3 })
  const stalled = openSender({
    ...{ db: records.db, clock, log },
    carriers: {
      ...carriers,
      email: async (to, news) => {
        await carry('email')(to, news)
        if (had.length > 1) return
        // The process stood still until another one took its recipient and sent the others.
        await expire()
        await send()
      },
    },
  })
  await stalled.drain()
  await stalled.close()
  expect(had).toHaveLength(3)
  expect(new Set(had.flatMap(({ alertIds }) => alertIds)).size).toBe(3)
})

test('delays no one while a webhook is slow', async () => {
  await setRule(notify(byMail(inside)))
  const hook = { organizationId: things.own.organizationId, url: 'https://one.example', secret: 's' }
  const hooks = Array.from({ length: 20 }, (_, i) => ({ ...hook, name: `${i}`, severities: ['warning'] }))
  await records.db.insert(webhooks).values(hooks)
  const ids = await raise({ count: 3 })
  const goOn = Promise.withResolvers<void>()
  const sender = openSender({
    ...{ db: records.db, clock, log },
    carriers: { ...carriers, webhook: () => goOn.promise },
  })
  await expect.poll(() => had.length).toBe(3)
  expect(had.flatMap(({ alertIds }) => alertIds)).toEqual(ids)
  goOn.resolve()
  await sender.drain()
  await sender.close()
  expect((await stored()).every(({ state }) => state === 'sent')).toBe(true)
})

test('gives up a message that ended three processes, until a person has it tried again', async () => {
  await setRule(notify(byMail(inside)))
  await raise()
  for (let died = 0; died < 3; died++) {
    const dying = openSender({
      ...{ db: records.db, clock, log },
      carriers: { ...carriers, email: () => new Promise(() => {}) },
    })
    await expect.poll(async () => (await stored())[0]?.tryingSince?.getTime()).toBe(clock.nowMs())
    void dying.close()
    later(2 * 60_000)
    await expire()
  }
  expect(await send()).toContainEqual({ channel: 'email', waiting: 0, failed: 0, givenUp: 1 })
  const [row] = await stored()
  expect([row?.state, row?.lastError, had]).toEqual(['dead', 'unanswered', []])
  const { organizationId } = things.own
  await records.db.transaction((tx) => requeue(tx, organizationId, [row?.id ?? ''], new Date(clock.nowMs())))
  await send()
  expect(await stored()).toMatchObject([{ state: 'sent' }])
})

test('joins messages beyond ten an hour into one, and sends critical ones at once', async () => {
  await setRule(notify(byMail(inside)))
  await raise({ count: 300 })
  await send()
  expect(had).toHaveLength(10)
  const critical = await raise({ severity: 'critical', count: 12 })
  await send()
  expect(had.slice(10).map(({ alertIds }) => alertIds[0])).toEqual(critical)
  later(HOUR_MS - 1000)
  await send()
  expect(had).toHaveLength(22)
  later(1000)
  await send()
  expect(had).toHaveLength(23)
  expect(had[22]?.alertIds).toHaveLength(290)
  expect((await stored()).every(({ state }) => state === 'sent')).toBe(true)
})

test('sends a flood of critical alerts at once, in one message', async () => {
  await setRule(notify(byMail(inside)))
  const ids = await raise({ severity: 'critical', count: 150 })
  await send()
  expect(had.map(({ alertIds }) => alertIds.toSorted())).toEqual([ids.toSorted()])
})

test('sends for a rule at most twice an hour, critical or not', async () => {
  await setRule(notify({ ...byMail(inside), max_per_hour: 2 }))
  await raise({ count: 5, severity: 'critical' })
  await send()
  expect(had.map(({ alertIds }) => alertIds.length)).toEqual([1, 1])
  later(HOUR_MS)
  await send()
  expect(had.map(({ alertIds }) => alertIds.length)).toEqual([1, 1, 3])
})

test('holds messages in quiet hours of the organization’s time zone, then sends them in one', async () => {
  // 9:00 UTC is 18:00 in Tokyo.
  await records.db.update(organizations).set({ timeZone: 'Asia/Tokyo' })
  await setRule(notify({ ...byMail(inside), quiet_hours: { from: '18:00', until: '06:00' } }))
  await raise({ count: 3 })
  await send()
  later(12 * HOUR_MS - 1000)
  await send()
  expect(had).toEqual([])
  later(1000)
  await send()
  expect(had.map(({ alertIds }) => alertIds.length)).toEqual([3])
})

test('sends to the second person when no one acknowledges, and to no one once acknowledged', async () => {
  const second = things.own.userId
  await setRule(notify({ ...byMail(inside), escalation: { after_sec: 600, user_ids: [second] } }))
  await raise()
  await send()
  expect(had.map(({ to }) => to)).toEqual([inside])
  later(599_000)
  await send()
  expect(had).toHaveLength(1)
  later(1000)
  await send()
  expect(had.map(({ to }) => to)).toEqual([inside, second])

  const [id = ''] = await raise()
  await records.db.transaction((tx) => acknowledgeAlert(tx, id, inside, new Date(clock.nowMs())))
  later(600_000)
  await send()
  expect(had.map(({ to }) => to)).toEqual([inside, second, inside])
})

test('sends a further message to those already informed when no one acknowledges', async () => {
  await setRule(notify({ ...byMail(inside), escalation: { after_sec: 600, user_ids: [inside] } }))
  const ids = await raise()
  await send()
  later(600_000)
  await send()
  expect(had).toEqual([1, 2].map(() => ({ channel: 'email', to: inside, alertIds: ids })))
  expect((await stored()).map(({ reason, state }) => [reason, state]).toSorted()).toEqual([
    ['escalation', 'sent'],
    ['rule', 'sent'],
  ])
})

test('sends that the computer on board fell silent while that is so, also after an acknowledgement', async () => {
  await setRule(notify({ ...byMail(inside), escalation: { after_sec: 60, user_ids: [inside] } }))
  const ids = [...(await raise({ severity: 'critical' })), ...(await raise({ severity: 'critical' }))]
  await send()
  later(60_000)
  await send()
  expect(had).toHaveLength(4)
  const [open = '', other = ''] = ids
  await records.db.update(alerts).set({ isOpen: true, board: 'dark' }).where(eq(alerts.id, open))
  await records.db.update(alerts).set({ isOpen: true, board: 'reporting' }).where(eq(alerts.id, other))
  await records.db.transaction((tx) => acknowledgeAlert(tx, open, inside, new Date(clock.nowMs())))
  later(30 * 60_000)
  const dark = ids.map((id) => ({ id, darkMs: clock.nowMs() - 1 }))
  const queue = () => records.db.transaction((tx) => queueDark(tx, dark, clock.nowMs()))
  await queue()
  await send()
  await queue()
  await send()
  expect(had.slice(4)).toEqual([{ channel: 'email', to: inside, alertIds: [open] }])
})

test('announces no escalation once the alert is acknowledged', async () => {
  await setRule(notify({ ...byMail(inside), escalation: { after_sec: 600, user_ids: [inside] } }))
  const [id = ''] = await raise()
  expect(await stored()).toHaveLength(2)
  await records.db.transaction((tx) => acknowledgeAlert(tx, id, inside, new Date(clock.nowMs())))
  expect((await stored()).map(({ reason }) => reason)).toEqual(['rule'])
})

test('sends nothing more of a silenced rule until the silence ends', async () => {
  await setRule(notify(byMail(inside)))
  const [id = ''] = await raise()
  await send()
  const until = new Date(clock.nowMs() + 30 * 60_000)
  await records.db.update(alerts).set({ silencedUntil: until }).where(eq(alerts.id, id))
  await raise()
  await send()
  expect(had).toHaveLength(1)
  later(30 * 60_000)
  await raise()
  await send()
  expect(had).toHaveLength(2)
})
