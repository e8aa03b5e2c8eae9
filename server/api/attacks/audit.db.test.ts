/** Log integrity: each administrative act leaves one line, nothing else leaves any, and no caller can forge one. */
import { count, eq, ne, notLike, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/wire/audit.ts'
import { auditLog, shareLinks, users } from '#server/stores/relational/schema.ts'
import {
  bearer,
  emailOf,
  PASSWORD,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { codeOfApp, secretOfApp } from '#server/testing/testAuthenticator.ts'
import { prepareWrites, WRITES, writeNames } from '#server/testing/writes.ts'

/**
 * Calls without a log line: announcements and pages that a user has read, browser details, reading preferences, and
 * images of an unposted comment.
 */
const UNLOGGED = [
  'PUT /api/users/read_unread_announcments',
  'PUT /api/users/read_unread_alerts',
  'PUT /api/users/me/dismiss_first_steps',
  'PUT /api/organization/update_last_login',
  'PUT /api/notifications/push_subscription',
  'PUT /api/notifications/forget_push_subscription',
  'PUT /api/users/me/locale',
  'PUT /api/users/me/units',
  'POST /api/images/upload',
  'DELETE /api/images/:id',
]

let api: TestApi
let things: Record<Place, Thing>
let admin: string
let viewer: string
beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  prepareWrites(api, things)
  admin = await tokenOf(api.app, await signIn(api.app, emailOf('super-admin')))
  viewer = await tokenOf(api.app, await signIn(api.app, emailOf('department-viewer')))
})
afterAll(() => api.close())

/** Counts the lines of acts; refusals have lines of their own, at most one a minute for each user and reason. */
async function lines(): Promise<number> {
  const [row] = await api.records.db
    .select({ total: count() })
    .from(auditLog)
    .where(notLike(auditLog.act, '%.refused'))
  return row?.total ?? 0
}

test('has an audited call for every write', () => {
  expect(writeNames.filter((name) => !WRITES[name] && !UNLOGGED.includes(name))).toEqual([])
})

test.each(Object.entries(WRITES))('leaves the audit lines of %s', async (name, make) => {
  // The end of a link with its subject is an act of its own.
  await api.records.db.delete(shareLinks)
  const { url, body } = await make(things.own)
  const method = name.split(' ')[0] as 'POST' | 'PUT' | 'DELETE'
  const before = await lines()
  const refused = await api.app.inject({ method, url, headers: bearer(viewer), payload: body })
  const own = /users\/(me|user_|read_)|last_login|push_subscription|POST .*(comments|exports)/.test(name)
  // A transfer is an act on each of the two vessels.
  const each = UNLOGGED.includes(name) ? 0 : name.includes('/transfer/') ? 2 : 1
  expect([refused.statusCode, (await lines()) - before]).toEqual(own ? [200, each] : [403, 0])

  const so = await lines()
  const answer = await api.app.inject({ method, url, headers: bearer(admin), payload: body })
  expect([answer.statusCode, (await lines()) - so]).toEqual([200, each])
})

test('notes refused writes of a user once a minute, and refused reads never', async () => {
  const refusedLines = () => api.records.db.select().from(auditLog).where(eq(auditLog.act, 'access.refused'))
  const manager = await tokenOf(api.app, await signIn(api.app, emailOf('department-admin')))
  const [known] = await api.records.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf('department-admin')))
  const own = async () => (await refusedLines()).filter(({ userId }) => userId === known?.id)
  const call = (method: 'GET' | 'POST', url: string) =>
    api.app.inject({ method, url, headers: bearer(manager), payload: { secret: 'of the caller' } })
  expect((await api.app.inject({ url: '/api/audit', headers: bearer(manager) })).statusCode).toBe(403)
  const answers = await Promise.all(Array.from({ length: 40 }, () => call('POST', '/api/webhooks?x=secret')))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([403]))
  await expect.poll(async () => (await own()).length).toBe(1)
  expect(await own()).toMatchObject([
    { actorType: 'user', subjectId: '/api/webhooks', subjectName: 'POST /api/webhooks', ip: '127.0.0.1' },
  ])
  expect(JSON.stringify(await refusedLines())).not.toContain('secret')
})

test('stores no webhook or push service whose name leads to this machine', async () => {
  const hook = { name: 'Inside', url: 'https://localhost/hook', severities: ['critical'], enabled: true }
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
  for (const [method, url, payload] of [
    ['POST', '/api/webhooks', hook],
    ['PUT', '/api/notifications/push_subscription', { endpoint: 'https://localhost/push', keys }],
  ] as const) {
    const answer = await api.app.inject({ method, url, headers: bearer(admin), payload })
    expect([url, answer.json().code]).toEqual([url, 'ADDRESS_REFUSED'])
  }
})

test('lists every line it has stored', async () => {
  const answer = await api.app.inject({ url: '/api/audit?limit=100', headers: bearer(admin) })
  // Organizations that came and went have lines of their own.
  const own = await api.records.db.$count(auditLog, eq(auditLog.organizationId, things.own.organizationId))
  expect(own).toBeGreaterThan(20)
  expect([answer.statusCode, answer.json().total]).toEqual([200, own])
})

test('keeps a name on one line, whatever characters it has, with the address of the caller', async () => {
  const forged = 'x"} 2026-11-21 INFO user.delete by admin \ud800'
  const create = (name: string) =>
    api.app.inject({
      method: 'POST',
      url: '/api/users',
      remoteAddress: '192.0.2.7',
      headers: { ...bearer(admin), 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' },
      payload: {
        name,
        email: 'forger@one.example',
        role_id: 'department-viewer',
        department_id: things.own.departmentId,
      },
    })
  const before = await lines()
  for (const refused of ['NUL\0', 'x"}\r\n2026-11-21 INFO', 'x\u2028INFO', 'nimda \u202e']) {
    expect((await create(refused)).statusCode).toBe(400)
  }
  expect(await lines()).toBe(before)
  expect((await create(forged)).statusCode).toBe(200)
  expect(await lines()).toBe(before + 1)
  const answer = await api.app.inject({ url: '/api/audit?limit=1', headers: bearer(admin) })
  expect(answer.json().data).toMatchObject([
    {
      act: 'user.create',
      actor: { type: 'user', id: expect.any(String), name: expect.any(String) },
      ip: '192.0.2.7',
      before: null,
    },
  ])
  expect(answer.json().data[0].after.name).toContain('INFO user.delete')
})

test('notes what people do to their own sign-in, and nothing that did not happen', async () => {
  const email = emailOf('department-admin')
  let cookie = await signIn(api.app, email)
  let password = PASSWORD
  const ask = async (path: string, payload: object) => {
    const before = await lines()
    const answer = await api.app.inject({
      method: 'POST',
      url: `/identity/${path}`,
      remoteAddress: '192.0.2.8',
      headers: { cookie },
      payload,
    })
    const set = answer.cookies.filter(({ value }) => value !== '')
    if (set.length > 0) cookie = set.map(({ name, value }) => `${name}=${value}`).join('; ')
    return { answer, noted: (await lines()) - before }
  }
  const secrets: string[] = []
  const expectActs = async (path: string, payload: object, acts: number) => {
    const { answer, noted } = await ask(path, payload)
    expect([path, answer.statusCode === 200, noted]).toEqual([path, acts > 0, acts])
    return answer
  }

  const wrong = { currentPassword: 'not this one', newPassword: 'a new horse' }
  await expectActs('change-password', wrong, 0)
  await expectActs('change-password', { currentPassword: password, newPassword: 'a new horse' }, 1)
  password = 'a new horse'

  const { answer: begun, noted } = await ask('two-factor/enable', { password })
  expect(noted).toBe(0)
  const { otpauth_uri: uri, backup_codes: codes } = begun.json()
  await expectActs('two-factor/verify-totp', { code: '000000' }, 0)
  await expectActs('two-factor/verify-totp', { code: codeOfApp(uri, -1) }, 1)
  await expectActs('two-factor/generate-backup-codes', { password: 'not this one', code: codeOfApp(uri) }, 0)
  const renewed = await expectActs(
    'two-factor/generate-backup-codes',
    { password, code: codeOfApp(uri, 1) },
    1,
  )
  const [code] = renewed.json().backup_codes
  secrets.push(password, secretOfApp(uri).toString(), ...codes, ...renewed.json().backup_codes)
  await expectActs('two-factor/disable', { password, code }, 1)

  await ask('request-password-reset', { email })
  await expect.poll(async () => (await api.mails()).some(({ to }) => to === email)).toBe(true)
  const mail = (await api.mails()).find(({ to }) => to === email)
  const [, token = ''] = /token=(\S+)/.exec(mail?.text ?? '') ?? []
  await expectActs('reset-password', { token: 'guessed', newPassword: 'another horse' }, 0)
  await expectActs('reset-password', { token, newPassword: 'another horse' }, 1)
  secrets.push(token, 'another horse')

  const answer = await api.app.inject({ url: '/api/audit?limit=10', headers: bearer(admin) })
  const { data } = answer.json<{ data: AuditEntry[] }>()
  const refused = data.filter(({ act }) => act === 'sign-in.refused')
  expect(refused.map(({ after }) => after).reverse()).toEqual([
    { reason: 'credentials' },
    { reason: 'second-factor' },
  ])
  const acts = data.filter((entry) => !refused.includes(entry)).slice(0, 5)
  const [{ actor: { name } = {} } = {}] = acts as { actor?: { name?: string } }[]
  expect(acts).toMatchObject(
    ['password-reset', 'second-factor-off', 'backup-codes', 'second-factor-on', 'password'].map((what) => ({
      act: `user.${what}`,
      actor: { type: 'user', name },
      subject_name: name,
      ip: '192.0.2.8',
      before: null,
      after: null,
    })),
  )
  const rows = await api.records.db.select({ row: sql<string>`audit_log::text` }).from(auditLog)
  for (const secret of secrets) expect(rows.filter(({ row }) => row.includes(secret))).toEqual([])
})

test('stores no secret', async () => {
  const { id, at, before, after, subjectName } = auditLog
  const rows = await api.records.db
    // The length that an organization requires is no password.
    .select({
      row: sql<string>`replace(concat(${at}, ${before}, ${after}, ${subjectName}), 'min_password_length', '')`,
    })
    .from(auditLog)
    // The subject of a refused call is the pattern of its path, as `/api/devices/:id/secret`.
    .where(ne(auditLog.act, 'access.refused'))
    .orderBy(id)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ row }) => /password|hash|token|secret|identity/i.test(row))).toEqual([])
})
