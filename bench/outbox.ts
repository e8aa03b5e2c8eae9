/**
 * Messages about alerts: `node bench/outbox.ts [--alerts 1000] [--people 50]`. It measures the processor time of
 * storing and sending the messages of many alerts. It then counts the messages that arrive when a mail server is away
 * for an hour. Exits with 1 when one was lost or came twice.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { HOUR_MS } from '#contract/domain/time.ts'
import { DEFAULT_NOTIFICATIONS } from '#contract/wire/rule.ts'
import { alertMail } from '#server/notify/alertMail.ts'
import { openMail } from '#server/notify/openMail.ts'
import { type Carriers, openSender } from '#server/notify/sender.ts'
import { CHANNELS_SETTING, queueMessages } from '#server/records/messages.ts'
import { writeSetting } from '#server/records/settings.ts'
import { alerts, messages, rules } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { addPerson, twoOrganizations } from '#server/testing/testApi.ts'
import { openTestSmtp } from '#server/testing/testSmtp.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { loadPerCore, print, thousands } from './figures.ts'

const { values } = parseArgs({
  options: { alerts: { type: 'string', default: '1000' }, people: { type: 'string', default: '50' } },
})
const ALERTS = Number(values.alerts)
const PEOPLE = Number(values.people)
const PUBLIC_URL = 'https://boats.example'

const { db, close } = await testRecords()
const { own } = await twoOrganizations(db)
const userIds = await db.transaction(async (tx) => {
  const ids: string[] = []
  for (let i = 0; i < PEOPLE; i++) ids.push(await addPerson(tx, own, 'department-viewer'))
  return ids
})
const email = { enabled: true, apply_to_all: false, user_ids: userIds }
await db.update(rules).set({ notifications: { ...DEFAULT_NOTIFICATIONS, email } as never })
await writeSetting(db, CHANNELS_SETTING, ['email'])
const clock = fixedClock(Date.now())
const later = (ms: number) => clock.set(clock.nowMs() + ms)

let isSound = true
await storm('warning')
await storm('critical')
await outage()
print('load of the machine, each core', loadPerCore().toFixed(1))
await close()
process.exit(isSound ? 0 : 1)

async function raise(count: number, severity: string) {
  await db.delete(messages)
  await db.delete(alerts)
  const { organizationId, vesselId, ruleId } = own
  const facts = { kind: 'impact', impact: 3.94, limit: 3 } as const
  const common = { organizationId, vesselId, ruleId, facts, severity, type: 'threshold' }
  const rows = Array.from({ length: count }, (_, i) => ({
    ...{
      ...common,
      id: randomUUID(),
      triggerUs: clock.nowMs() * 1000 + i,
      createdAt: new Date(clock.nowMs()),
    },
  }))
  for (let i = 0; i < count; i += 500) await db.insert(alerts).values(rows.slice(i, i + 500))
  return rows.map(({ id }) => id)
}

/** Sends every alert to every person; each message is written as a mail, and the mail server discards it. */
async function storm(severity: string) {
  const ids = await raise(ALERTS, severity)
  const total = ALERTS * PEOPLE
  const queued = await cpuOf(() => db.transaction((tx) => queueMessages(tx, ids, clock.nowMs())))
  let mails = 0
  let notified = 0
  const carriers = {
    ...{ sms: null, push: null, webhook: async () => {} },
    email: async (to, news) => {
      alertMail(to, news, { publicUrl: PUBLIC_URL, track: null })
      mails++
      notified += news.length
    },
  } satisfies Carriers
  const sender = openSender({ db, clock, log: silentLog, carriers })
  const first = await cpuOf(() => sender.drain())
  const atOnce = mails
  later(HOUR_MS)
  const rest = await cpuOf(() => sender.drain())
  await sender.close()
  const name = `${thousands(ALERTS)} ${severity} alerts to ${PEOPLE} people`
  print(`${name}, written down`, `${queued.toFixed(1)} CPU-s, ${per(queued, total)}`)
  print(`${name}, at once`, `${thousands(atOnce)} mails, ${first.toFixed(1)} CPU-s, ${per(first, total)}`)
  print(`${name}, an hour later`, `${thousands(mails - atOnce)} mails, ${rest.toFixed(1)} CPU-s`)
  demand(notified === total, `${notified} of ${total} were told`)
}

/** A real mail server that answers "later" for an hour, and the mails that arrive afterwards. */
async function outage() {
  const smtp = await openTestSmtp()
  const mail = openMail({ SMTP_URL: smtp.url, MAIL_FROM: 'Taffrail <taffrail@localhost>', dataDir: '' })
  const ids = await raise(20, 'critical')
  await db.transaction((tx) => queueMessages(tx, ids, clock.nowMs()))
  const total = ids.length * PEOPLE
  let tries = 0
  const carriers = {
    ...{ sms: null, push: null, webhook: async () => {} },
    email: (to, news) => {
      tries++
      return mail.send(alertMail(to, news, { publicUrl: PUBLIC_URL, track: null }))
    },
  } satisfies Carriers
  const sender = openSender({ db, clock, log: silentLog, carriers })
  const step = async (ms: number) => {
    await sender.drain()
    later(ms)
  }
  smtp.isAway = true
  const away = await cpuOf(async () => {
    for (let passed = 0; passed < HOUR_MS; passed += 15_000) await step(15_000)
  })
  const triedAway = tries
  smtp.isAway = false
  let waitedMs = 0
  for (; smtp.received.length < total && waitedMs < HOUR_MS; waitedMs += 15_000) await step(15_000)
  await sender.close()
  mail.close()
  await smtp.close()
  const came = new Set(smtp.received.map(({ id }) => id)).size
  print(
    `${thousands(total)} mails, their server away for an hour`,
    `${thousands(triedAway)} tries, ${away.toFixed(1)} CPU-s`,
  )
  print(
    'after it is back',
    `all ${thousands(came)} within ${Math.round(waitedMs / 60_000)} min, ${total - came} lost, ${smtp.received.length - came} twice`,
  )
  demand(came === total && smtp.received.length === total, 'mails were lost or came twice')
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1e6
}

function per(seconds: number, count: number) {
  return `${((seconds * 1000) / count).toFixed(2)} ms each`
}

function demand(isSo: boolean, words: string) {
  if (isSo) return
  isSound = false
  console.error(words)
}
