import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { ROLE_IDS } from '#contract/domain/permissions.ts'
import { type Units, WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import type { AlertFacts } from '#contract/wire/alert.ts'
import { identityVerifications } from '#server/stores/relational/identitySchema.ts'
import { alerts, comments, organizations, users } from '#server/stores/relational/schema.ts'
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

let api: TestApi
let things: Record<Place, Thing>
let top: string
const tokens = {} as Record<RoleId, string>
const ids = {} as Record<RoleId, string>
let made = 0

beforeAll(async () => {
  api = await testApi({ WEBSITE_URL: 'https://taffrail.example/' })
  things = await twoOrganizations(api.records.db)
  top = things.parent.departmentId
  for (const roleId of ROLE_IDS) {
    tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
    ids[roleId] = (await get(roleId, '/api/users/me')).json().id
  }
})
afterAll(() => api.close())

const get = (as: RoleId, url: string) => api.app.inject({ url, headers: bearer(tokens[as]) })
const send = (as: RoleId, method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object = {}) =>
  api.app.inject({ method, url, headers: bearer(tokens[as]), payload })
const form = (role_id: RoleId, department_id: string) => ({
  name: 'Nína',
  email: `nina${made++}@one.example`,
  role_id,
  department_id,
})
const create = (as: RoleId, role: RoleId, department: string) =>
  send(as, 'POST', '/api/users', form(role, department))

test('refuses to create a person above the caller or outside the caller’s departments', async () => {
  const { own, sibling, foreign } = things
  const statusOf = async (as: RoleId, role: RoleId, department: string) =>
    (await create(as, role, department)).statusCode
  expect(await statusOf('department-viewer', 'department-viewer', own.departmentId)).toBe(403)
  expect(await statusOf('organization-admin', 'super-admin', top)).toBe(403)
  expect(await statusOf('organization-admin', 'super-viewer', top)).toBe(403)
  expect(await statusOf('department-admin', 'organization-viewer', own.departmentId)).toBe(403)
  expect(await statusOf('department-admin', 'department-viewer', sibling.departmentId)).toBe(400)
  expect(await statusOf('department-admin', 'department-viewer', top)).toBe(400)
  expect(await statusOf('organization-admin', 'organization-viewer', foreign.departmentId)).toBe(400)
  expect(await statusOf('organization-admin', 'organization-admin', own.departmentId)).toBe(400)
  expect(await statusOf('organization-admin', 'department-viewer', top)).toBe(400)
})

test('invites a new person by mail, once', async () => {
  const answer = await create('department-admin', 'department-viewer', things.child.departmentId)
  expect(answer.json()).toMatchObject({
    name: 'Nína',
    auth_role: 'user',
    department: { id: things.child.departmentId },
    last_login: null,
  })
  const { email } = answer.json()
  await expect.poll(async () => (await api.mails()).filter(({ to }) => to === email)).toHaveLength(1)
  const [mail] = (await api.mails()).filter(({ to }) => to === email)
  expect(mail?.text).toContain('http://localhost:3000/signin')
  const again = await send('organization-admin', 'POST', '/api/users', {
    ...form('organization-viewer', top),
    email: email.toUpperCase(),
  })
  expect([again.statusCode, again.json().code]).toEqual([409, 'EMAIL_ALREADY_IN_USE_AT_COMPANY'])
})

test('shows super users to super users only', async () => {
  const seen = async (as: RoleId, query = '') =>
    (await get(as, `/api/users?limit=100${query}`))
      .json()
      .data.map(({ role_id }: { role_id: RoleId }) => role_id)
  expect(await seen('super-viewer')).toContain('super-admin')
  expect(await seen('super-admin', '&filter[auth_role][eq]=user')).not.toContain('super-admin')
  expect(await seen('organization-admin')).not.toContain('super-admin')
  expect(await seen('organization-admin', '&filter[auth_role][eq]=super')).toEqual([])
  for (const id of [ids['super-admin'], ids['super-viewer']]) {
    expect((await get('organization-admin', `/api/users/${id}`)).statusCode).toBe(404)
    expect((await send('organization-admin', 'DELETE', `/api/users/${id}`)).statusCode).toBe(404)
  }
})

test('pages, orders and filters people', async () => {
  const list = async (query: string) => (await get('organization-admin', `/api/users?${query}`)).json()
  const all = await list('limit=100&order[email]=desc')
  const emails = all.data.map(({ email }: { email: string }) => email)
  expect(emails).toEqual(emails.toSorted().reverse())
  expect((await list('limit=1&skip=1&order[email]=desc')).data[0].email).toBe(emails[1])
  expect((await list('filter[role_id][in]=department-admin,organization-admin')).total).toBe(2)
  expect((await list(`filter[department_id][eq]=${things.child.departmentId}`)).total).toBe(2)
  expect((await list('filter[name][contains]=nina')).total).toBe(1)
  expect((await get('organization-admin', '/api/users?filter[email][or]=1')).statusCode).toBe(400)
})

test('refuses to change one’s own role, and anything above the caller', async () => {
  const me = ids['organization-admin']
  const own = { name: 'Me', role_id: 'organization-admin', department_id: top }
  expect((await send('organization-admin', 'PUT', `/api/users/${me}`, own)).statusCode).toBe(200)
  const changed = { ...own, role_id: 'organization-viewer' }
  expect((await send('organization-admin', 'PUT', `/api/users/${me}`, changed)).statusCode).toBe(403)
  expect((await send('organization-admin', 'DELETE', `/api/users/${me}`)).statusCode).toBe(403)

  const { id } = (await create('organization-admin', 'organization-admin', top)).json()
  await api.records.db.update(users).set({ departmentId: things.own.departmentId }).where(eq(users.id, id))
  const promoted = { name: 'X', role_id: 'organization-admin', department_id: things.own.departmentId }
  expect((await send('department-admin', 'PUT', `/api/users/${id}`, promoted)).statusCode).toBe(403)
  expect((await send('department-admin', 'DELETE', `/api/users/${id}`)).statusCode).toBe(403)
})

test('ends the sessions of a deleted person and keeps their comments', async () => {
  const { id, email } = (
    await create('organization-admin', 'department-viewer', things.own.departmentId)
  ).json()
  await api.app.inject({ method: 'POST', url: '/api/auth/signin/otp', payload: { email } })
  await expect.poll(async () => (await api.mails()).filter(({ to }) => to === email)).toHaveLength(2)
  const [codeMail] = (await api.mails()).filter(({ to, text }) => to === email && /code is/.test(text))
  const otp = /code is (\w{6})/.exec(codeMail?.text ?? '')?.[1]
  const verified = await api.app.inject({
    method: 'POST',
    url: '/api/auth/signin/verify-otp',
    payload: { email, otp },
  })
  const exchanged = await api.app.inject({
    method: 'POST',
    url: '/identity/exchange',
    payload: { token: verified.json().token },
  })
  const cookie = String([exchanged.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
  const token = await tokenOf(api.app, cookie)
  const me = () => api.app.inject({ url: '/api/users/me', headers: bearer(token) })
  expect((await me()).json().id).toBe(id)
  const [organization] = await api.records.db.select().from(users).where(eq(users.id, id))
  const { vesselId } = things.own
  const written = { organizationId: organization?.organizationId ?? '', vesselId, userId: id, text: 'ahoy' }
  await api.records.db.insert(comments).values(written)

  expect((await send('department-admin', 'DELETE', `/api/users/${id}`)).json()).toEqual({ ok: true })
  expect((await me()).statusCode).toBe(401)
  const kept = await api.records.db.select().from(comments).where(eq(comments.text, 'ahoy'))
  expect(kept).toMatchObject([{ userId: null }])
  const audit = (await get('organization-admin', `/api/audit?filter[subject_id]=${id}`)).json().data
  expect(audit.map(({ act, actor }: { act: string; actor: { name: string } }) => [act, actor.name])).toEqual([
    ['user.delete', 'department-admin'],
    ['user.create', 'Me'],
  ])
})

test('changes a role at once, also for tokens in use', async () => {
  const { id } = (await get('department-viewer', '/api/users/me')).json()
  const form = { name: 'Dora', role_id: 'department-viewer', department_id: things.child.departmentId }
  expect((await get('department-viewer', `/api/vessels/${things.own.vesselId}`)).statusCode).toBe(200)
  expect((await send('organization-admin', 'PUT', `/api/users/${id}`, form)).json().name).toBe('Dora')
  expect((await get('department-viewer', `/api/vessels/${things.own.vesselId}`)).statusCode).toBe(404)
})

test('stores what people write about themselves', async () => {
  const before = (await get('organization-viewer', '/api/users/me')).json()
  expect((await send('organization-viewer', 'PUT', '/api/users/me', { name: '  ' })).json().message).toBe(
    'name: Name is required',
  )
  for (const phone_number of ['after six', '1234', '+354 555 1234 555 1234 55', '12+345678']) {
    const refused = await send('organization-viewer', 'PUT', '/api/users/me', { name: 'Olga', phone_number })
    expect(refused.json().message).toBe('phone_number: Invalid phone number.')
  }
  const changed = await send('organization-viewer', 'PUT', '/api/users/me', {
    name: ' Olga ',
    phone_number: '+354 555 1234',
  })
  expect(changed.json()).toEqual({ ...before, name: 'Olga', phone_number: '+354 555 1234' })
  const chosen = { ...before.subscribed_notifications, rule_alert_sms: true }
  const answer = await send('organization-viewer', 'PUT', '/api/users/user_subscribed_notifications', chosen)
  expect(answer.json()).toEqual(chosen)
  expect((await get('organization-viewer', '/api/users/me')).json().subscribed_notifications).toEqual(chosen)
})

test('shows quantities in the units that each person chose, and to programs in the wire’s', async () => {
  const before = (await get('organization-viewer', '/api/users/me')).json().units
  expect(before).toEqual(WIRE_UNITS)
  const units: Units = { speed: 'mph', distance: 'km', volume: 'gal', temperature: '°F', length: 'ft' }
  const url = '/api/users/me/units'
  expect((await api.app.inject({ method: 'PUT', url, payload: units })).statusCode).toBe(401)
  expect((await send('organization-viewer', 'PUT', url, { ...units, speed: 'c' })).statusCode).toBe(400)
  expect((await send('organization-viewer', 'PUT', url, units)).json()).toEqual(units)
  expect((await get('organization-viewer', '/api/users/me')).json().units).toEqual(units)
  expect((await get('organization-admin', '/api/users/me')).json().units).toEqual(WIRE_UNITS)

  const { alertId } = things.own
  const fast: AlertFacts = {
    ...{ kind: 'threshold', fence: null },
    conditions: [
      {
        ...{ source: 'time-series', type: 'instant', field: 'sog', operation: 'more_than' },
        ...{ threshold: 20, value: 25, period_sec: null },
      },
    ],
  }
  await api.records.db.update(alerts).set({ text: null, facts: fast }).where(eq(alerts.id, alertId))
  const alertTextFor = async (as: RoleId) => (await get(as, `/api/alerts/${alertId}`)).json().text
  expect(await alertTextFor('organization-viewer')).toContain('above 23.02 mph: 28.77 mph')
  expect(await alertTextFor('organization-admin')).toContain('above 20 kn: 25 kn')
})

test('shows whom to contact: the operator, else the contact of the organization', async () => {
  const support = async () => (await get('organization-viewer', '/api/users/me')).json().support_email
  await api.records.db.update(organizations).set({ contact: null })
  expect(await support()).toBeNull()
  await api.records.db.update(organizations).set({ contact: 'office@parent.example' })
  expect(await support()).toBe('office@parent.example')
})

test('shows where product and documentation are, when the operator has set it', async () => {
  const me = (await get('organization-viewer', '/api/users/me')).json()
  expect(me).toMatchObject({ website_url: 'https://taffrail.example/', documentation_url: null })
})

test('gives the inviter a link when mails are not sent, good once, and none when they are', async () => {
  const invited = (await create('organization-admin', 'organization-viewer', top)).json()
  expect((await get('organization-admin', '/api/setup')).json()).toMatchObject({ mail: false })
  const [, token] = /^\/reset-password\?token=([\w-]{43})$/.exec(invited.invitation_path) ?? []
  const choose = () =>
    api.app.inject({
      method: 'POST',
      url: '/identity/reset-password',
      payload: { token, newPassword: 'a fair wind' },
    })
  await api.app.inject({
    method: 'POST',
    url: '/identity/request-password-reset',
    payload: { email: invited.email },
  })
  const kept = await api.records.db.select().from(identityVerifications)
  expect(kept.length).toBeGreaterThan(1)
  for (const { identifier } of kept) expect(identifier).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(kept)).not.toContain(token)
  expect((await choose()).statusCode).toBe(200)
  expect((await choose()).statusCode).toBe(400)
  expect(await signIn(api.app, invited.email, 'a fair wind')).toContain('session')

  const { records, telemetry } = api
  const mail = { send: async () => undefined, kept: null, close: () => undefined }
  const withMail = await testApi({ records, telemetry, mail })
  const headers = bearer(tokens['organization-admin'])
  const payload = form('organization-viewer', top)
  const answer = await withMail.app.inject({ method: 'POST', url: '/api/users', headers, payload })
  expect([answer.statusCode, answer.json().invitation_path]).toEqual([200, null])
  expect((await withMail.app.inject({ url: '/api/setup' })).json()).toMatchObject({ mail: true })
  await withMail.app.close()
})

test('renews an invitation for a person who never signed in, ends the link before, and refuses it after', async () => {
  const invited = (await create('organization-admin', 'organization-viewer', top)).json()
  const renew = (as: RoleId, id = invited.id) => send(as, 'POST', `/api/users/${id}/invitation`)
  const choose = (path: string) =>
    api.app.inject({
      method: 'POST',
      url: '/identity/reset-password',
      payload: { token: path.split('token=')[1], newPassword: 'a fair wind' },
    })
  expect((await renew('organization-viewer')).statusCode).toBe(403)
  expect((await renew('department-admin')).statusCode).toBe(404)
  expect((await renew('organization-admin', ids['organization-admin'])).statusCode).toBe(403)
  const again = await renew('organization-admin')
  expect(again.statusCode).toBe(200)
  const { invitation_path: path } = again.json()
  expect(path).toMatch(/^\/reset-password\?token=[\w-]{43}$/)
  expect((await choose(invited.invitation_path)).statusCode).toBe(400)
  expect((await choose(path)).statusCode).toBe(200)
  expect(await signIn(api.app, invited.email, 'a fair wind')).toContain('session')
  expect((await renew('organization-admin')).statusCode).toBe(409)
})

test('mails a renewed invitation when mails reach people, and five an hour at most of all kinds', async () => {
  const { records, telemetry } = api
  const sent: string[] = []
  const mail = {
    send: async ({ to }: { to: string }) => void sent.push(to),
    kept: null,
    close: () => undefined,
  }
  const withMail = await testApi({ records, telemetry, mail })
  const invited = (await create('organization-admin', 'organization-viewer', top)).json()
  const headers = bearer(tokens['organization-admin'])
  const url = `/api/users/${invited.id}/invitation`
  const answer = await withMail.app.inject({ method: 'POST', url, headers, payload: {} })
  expect([answer.statusCode, answer.json()]).toEqual([200, { invitation_path: null }])
  expect(sent).toEqual([invited.email])
  // Codes and resets count with the invitations, and the mail of the creation was the first.
  const ask = (url: string) => withMail.app.inject({ method: 'POST', url, payload: { email: invited.email } })
  await ask('/api/auth/signin/otp')
  await expect.poll(() => sent.length).toBe(2)
  await ask('/identity/request-password-reset')
  await expect.poll(() => sent.length).toBe(3)
  const renew = async () =>
    (await withMail.app.inject({ method: 'POST', url, headers, payload: {} })).statusCode
  expect([await renew(), await renew(), await renew()]).toEqual([200, 429, 429])
  await ask('/identity/request-password-reset')
  await withMail.app.close()
  expect(sent).toHaveLength(4)
})
