/** Sends an alert to people and programs: a real mail server, webhook and push service receive it. */
import { createECDH, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import type { AlertFacts } from '#contract/wire/alert.ts'
import type { RuleNotifications } from '#contract/wire/rule.ts'
import { openMail } from '#server/notify/openMail.ts'
import { queueMessages } from '#server/records/messages.ts'
import { alerts, messages, rules, users } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import {
  bearer,
  emailOf,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { openTestSmtp, type TestSmtp } from '#server/testing/testSmtp.ts'

let api: TestApi
let smtp: TestSmtp
let things: Record<Place, Thing>
const tokens: Record<string, string> = {}
const clock = fixedClock(Date.UTC(2026, 5, 18, 9))

interface HookRequest {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}
const requests: HookRequest[] = []
let status = 200
const outside = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  requests.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
  response.writeHead(status).end()
})
let base = ''

beforeAll(async () => {
  smtp = await openTestSmtp()
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  const mail = openMail({ SMTP_URL: smtp.url, MAIL_FROM: 'Taffrail <taffrail@localhost>', dataDir: '' })
  api = await testApi({ clock, mail, OUTGOING_ADDRESSES: '127.0.0.1', PUBLIC_URL: 'https://boats.example' })
  api.startJobs()
  things = await twoOrganizations(api.records.db)
  for (const roleId of ['organization-admin', 'department-admin', 'department-viewer'] as const)
    tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
})
afterAll(async () => {
  await api?.close()
  await smtp?.close()
  outside.close()
})

const call = (roleId: string, method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
  api.app.inject({ method, url, headers: bearer(tokens[roleId] ?? ''), ...(payload ? { payload } : {}) })
const CHANNEL_OFF = { enabled: false, apply_to_all: false, user_ids: [] }

async function notifying(more: Partial<RuleNotifications>) {
  const notifications: RuleNotifications = {
    ...{ push_notifications: CHANNEL_OFF, email: CHANNEL_OFF, sms: CHANNEL_OFF },
    helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
    console: { enabled: true },
    ...more,
  }
  await api.records.db.update(rules).set({ notifications }).where(eq(rules.id, things.own.ruleId))
}

const HARD: AlertFacts = { kind: 'impact', impact: 3.94, limit: 3 }

async function raise(severity = 'critical', facts = HARD): Promise<string> {
  const { organizationId, vesselId, departmentId, ruleId } = things.own
  const id = randomUUID()
  const alert = { id, organizationId, vesselId, ruleId, facts, severity, type: 'threshold' }
  const place = { latitudeDeg: 64.15, longitudeDeg: -21.94, triggerUs: clock.nowMs() * 1000 }
  await api.records.db.transaction(async (tx) => {
    await tx.insert(alerts).values({ ...alert, ...place, createdAt: new Date(clock.nowMs()) })
    await queueMessages(tx, [id], clock.nowMs())
  })
  api.bus.publish({ type: 'alert.raised', organizationId, departmentId, vesselId, alertId: id })
  return id
}

async function idOf(roleId: Parameters<typeof emailOf>[0]) {
  const [row] = await api.records.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf(roleId)))
  return row?.id ?? ''
}
const until = async (isSo: () => boolean | Promise<boolean>) =>
  expect.poll(isSo, { timeout: 15_000 }).toBe(true)

test('refuses webhooks without the right for the organization, to private addresses, and of others', async () => {
  const form = { name: 'Office', url: 'https://office.example', severities: ['critical'], enabled: true }
  expect((await call('department-admin', 'POST', '/api/webhooks', form)).statusCode).toBe(403)
  expect((await call('department-admin', 'GET', '/api/messages')).statusCode).toBe(403)
  const made = await call('organization-admin', 'POST', '/api/webhooks', form)
  const path = `/api/webhooks/${made.json().id}`
  const refused = ['http://10.0.0.1/', 'https://[::1]/', 'http://2130706434/', 'file:///etc/passwd']
  for (const url of refused) {
    const answer = await call('organization-admin', 'POST', '/api/webhooks', { ...form, url })
    expect(answer.json().code).toBe('ADDRESS_REFUSED')
    const changed = await call('organization-admin', 'PUT', path, { url })
    expect(changed.json().code).toBe('ADDRESS_REFUSED')
  }
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
  const push = { endpoint: 'https://10.0.0.1/push', keys }
  const saved = await call('department-viewer', 'PUT', '/api/notifications/push_subscription', push)
  expect(saved.json().code).toBe('ADDRESS_REFUSED')
  expect((await call('organization-admin', 'DELETE', path)).statusCode).toBe(200)
})

test('words messages in the language of the person’s setting, whatever the console’s language', async () => {
  const put = (body: object) => call('department-admin', 'PUT', '/api/users/me/locale', body)
  const language = async () =>
    (await call('department-admin', 'GET', '/api/users/me')).json().message_language
  expect((await api.app.inject({ method: 'PUT', url: '/api/users/me/locale', payload: {} })).statusCode).toBe(
    401,
  )
  expect(await language()).toBe('en')
  // The first console sets the language; a second one in another language does not change it.
  expect((await put({ usual_language: 'it', time_zone: 'Europe/Rome' })).statusCode).toBe(200)
  expect((await put({ usual_language: 'is', time_zone: 'Atlantic/Reykjavik' })).statusCode).toBe(200)
  expect(await language()).toBe('it')
  expect((await put({ language: 'is' })).statusCode).toBe(200)
  expect(await language()).toBe('is')
  expect((await put({ language: 'xx' })).statusCode).toBe(400)
})

test('sends an alert as a mail in the reader’s language, a signed webhook and a push', async () => {
  const viewer = await idOf('department-viewer')
  const me = bearer(tokens['department-viewer'] ?? '')
  const locale = { language: 'it', time_zone: 'Europe/Rome' }
  expect((await call('department-viewer', 'PUT', '/api/users/me/locale', locale)).statusCode).toBe(200)
  const nowhere = { ...locale, time_zone: 'Mars/Olympus' }
  expect((await call('department-viewer', 'PUT', '/api/users/me/locale', nowhere)).statusCode).toBe(400)
  const browser = createECDH('prime256v1')
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  const subscription = { endpoint: `${base}/push`, keys }
  const saved = await api.app.inject({
    ...{ method: 'PUT', url: '/api/notifications/push_subscription', headers: me, payload: subscription },
  })
  expect(saved.statusCode).toBe(200)
  const hook = { name: 'Office', url: `${base}/hook`, severities: ['critical'], enabled: true }
  const { secret } = (await call('organization-admin', 'POST', '/api/webhooks', hook)).json()
  const named = { enabled: true, apply_to_all: false, user_ids: [viewer] }
  await notifying({ email: named, push_notifications: named })

  const id = await raise()
  await until(() => smtp.received.length === 1 && requests.length === 2)
  const [mail] = smtp.received
  expect(mail?.to).toBe(emailOf('department-viewer'))
  expect(mail?.text).toContain('Critico: Impatto di 3,9 g, oltre il limite di 3 g')
  expect(mail?.text).toContain('18 giu 2026 11:00:00 (Europe/Rome)')
  expect(mail?.text).toContain(`https://boats.example/alerts/${id}`)
  expect(mail?.html).toContain(`href="https://boats.example/alerts/${id}"`)

  const delivered = requests.find(({ path }) => path === '/hook')
  const body = delivered?.body.toString() ?? ''
  expect(JSON.parse(body)).toMatchObject({ type: 'alert.raised', data: { id, severity: 'critical' } })
  const {
    'webhook-id': messageId,
    'webhook-timestamp': at,
    'webhook-signature': signature,
  } = delivered?.headers ?? {}
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = createHmac('sha256', key).update(`${messageId}.${at}.${body}`).digest('base64')
  expect(signature).toBe(`v1,${signed}`)
  expect(requests.find(({ path }) => path === '/push')?.headers['content-encoding']).toBe('aes128gcm')

  const found = (await call('department-viewer', 'GET', `/api/alerts/${id}/case`)).json()
  expect(
    found.messages.map(({ channel, state }: { channel: string; state: string }) => [channel, state]).sort(),
  ).toEqual([
    ['email', 'sent'],
    ['push', 'sent'],
    ['webhook', 'sent'],
  ])
  // A user of another department finds no such alert.
  const [foreign] = [things.foreign.alertId]
  expect((await call('department-viewer', 'GET', `/api/alerts/${foreign}/case`)).statusCode).toBe(404)
})

test('words a limit in the units of the mail’s reader', async () => {
  const units = { ...WIRE_UNITS, speed: 'km/h' }
  expect((await call('department-viewer', 'PUT', '/api/users/me/units', units)).statusCode).toBe(200)
  const before = smtp.received.length
  await raise('critical', {
    ...{ kind: 'threshold', fence: null },
    conditions: [
      {
        ...{ source: 'time-series', type: 'instant', field: 'sog', operation: 'more_than' },
        ...{ threshold: 20 / 1.852, value: null, period_sec: null },
      },
    ],
  })
  await until(() => smtp.received.length === before + 1)
  expect(smtp.received.at(-1)?.text).toContain('sopra 20 km/h')
  await call('department-viewer', 'PUT', '/api/users/me/units', WIRE_UNITS)
})

test('logs a failed webhook, shows it to administrators and delivers it again', async () => {
  requests.length = 0
  status = 500
  // Two deliveries at one instant have no defined order.
  clock.set(clock.nowMs() + 1000)
  await notifying({})
  await raise()
  const { data } = (await call('organization-admin', 'GET', '/api/webhooks')).json()
  const deliveries = `/api/webhooks/${data[0].id}/deliveries`
  await until(
    async () => (await call('organization-admin', 'GET', deliveries)).json().data[0]?.status === 500,
  )
  const failed = (await call('organization-admin', 'GET', '/api/messages?filter[state][eq]=failed')).json()
  expect(failed.data).toMatchObject([
    { channel: 'webhook', to: 'Office', last_error: 'the webhook answered 500' },
  ])
  status = 200
  const rotated = (await call('organization-admin', 'PUT', `/api/webhooks/${data[0].id}/rotate`, {})).json()
  expect(rotated.secret).toMatch(/^whsec_/)
  requests.length = 0
  const again = await call('organization-admin', 'PUT', '/api/messages/retry', { ids: [failed.data[0].id] })
  expect(again.json()).toEqual({ count: 1 })
  await until(() => requests.length === 1)
  expect(String(requests[0]?.headers['webhook-signature']).split(' ')).toHaveLength(2)
})

test('allows those with the right to assign, silence and discuss an alert, and logs who and when', async () => {
  const id = await raise('warning')
  const assignedMs = clock.nowMs()
  const admin = await idOf('department-admin')
  for (const [act, payload] of [
    ['assign', { user_id: admin }],
    ['silence', { minutes: 30 }],
  ] as const) {
    expect((await call('department-viewer', 'PUT', `/api/alerts/${id}/${act}`, payload)).statusCode).toBe(403)
    expect((await call('department-admin', 'PUT', `/api/alerts/${id}/${act}`, payload)).statusCode).toBe(200)
    clock.set(clock.nowMs() + 1000)
  }
  const stranger = { user_id: things.sibling.userId }
  expect((await call('department-admin', 'PUT', `/api/alerts/${id}/assign`, stranger)).statusCode).toBe(400)
  const comment = await call('department-viewer', 'POST', `/api/alerts/${id}/comments`, { text: ' Seen ' })
  expect(comment.statusCode).toBe(200)
  clock.set(clock.nowMs() + 1000)
  await call('department-admin', 'PUT', `/api/alerts/${id}/acknowledge`, {})
  const found = (await call('department-viewer', 'GET', `/api/alerts/${id}/case`)).json()
  expect(found.alert).toMatchObject({
    assigned: { user: { id: admin }, by: { id: admin } },
    silenced_until: new Date(assignedMs + 1000 + 30 * 60_000).toISOString(),
    acknowledged: { by: { id: admin } },
  })
  expect(found.notes).toMatchObject([
    { kind: 'assign', by: { id: admin }, assignee: { id: admin }, at: new Date(assignedMs).toISOString() },
    { kind: 'silence', until: new Date(assignedMs + 1000 + 30 * 60_000).toISOString() },
    { kind: 'comment', text: 'Seen', by: { name: 'department-viewer' } },
    { kind: 'acknowledge', by: { id: admin } },
  ])
})

test('states why a message is held back', async () => {
  const id = await raise('warning')
  const userId = await idOf('department-viewer')
  const later = new Date(clock.nowMs() + 60_000)
  const { db } = api.records
  const held = async (change: Partial<typeof messages.$inferInsert>) => {
    await db.delete(messages).where(eq(messages.alertId, id))
    await db.insert(messages).values({
      ...{ organizationId: things.own.organizationId, alertId: id, userId, channel: 'sms', reason: 'rule' },
      nextAt: later,
      ...change,
    })
    const { data } = (await call('organization-admin', 'GET', '/api/messages?filter[channel][eq]=sms')).json()
    return data[0]?.waits_for
  }
  expect(await held({})).toBeNull()
  expect(await held({ isHeld: true })).toBe('limit')
  expect(await held({ reason: 'escalation' })).toBe('acknowledgement')
  const quiet_hours = { from: '00:00', until: '23:59' }
  await notifying({ quiet_hours })
  expect(await held({ isHeld: true })).toBe('quiet_hours')
  await db.update(alerts).set({ silencedUntil: later }).where(eq(alerts.id, id))
  expect(await held({ isHeld: true })).toBe('silence')
  await db.delete(messages).where(eq(messages.alertId, id))
})
