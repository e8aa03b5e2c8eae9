/** Rules of an organization for the credentials of its users. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { RoleId } from '#contract/domain/permissions.ts'
import { auditLog } from '#server/stores/relational/schema.ts'
import {
  addKey,
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
import { codeOfApp } from '#server/testing/testAuthenticator.ts'

let api: TestApi
let things: Record<Place, Thing>
let address = ''
const cookies = {} as Record<'organization-admin' | 'organization-viewer' | 'department-admin', string>
beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.db)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  address = `ws://127.0.0.1:${(api.app.server.address() as { port: number }).port}/realtime`
  for (const roleId of ['organization-admin', 'organization-viewer', 'department-admin'] as const)
    cookies[roleId] = await signIn(api.app, emailOf(roleId))
})
afterAll(() => api.close())

type Who = keyof typeof cookies
const RULES = '/api/organization'
const AFFECTED = '/api/organization/without_second_factor'

async function call(who: Who, method: 'GET' | 'PUT', url: string, payload?: object) {
  const headers = bearer(await tokenOf(api.app, cookies[who]))
  const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}
const identity = (path: string, payload: object, cookie = '') =>
  api.app.inject({ method: 'POST', url: `/identity/${path}`, payload, headers: { cookie } })

async function enrol(who: Who) {
  const started = await identity('two-factor/enable', { password: PASSWORD }, cookies[who])
  const code = codeOfApp(started.json<{ otpauth_uri: string }>().otpauth_uri)
  const confirmed = await identity('two-factor/verify-totp', { code }, cookies[who])
  expect(confirmed.statusCode).toBe(200)
  cookies[who] = confirmed.cookies
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
}

/** Code with which a socket refuses the token, or null where it accepts it. */
async function socketRefusal(who: Who): Promise<string | null> {
  const token = await tokenOf(api.app, cookies[who])
  const socket = new WebSocket(address)
  return new Promise((resolve, reject) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'sign-in', token })))
    socket.on('error', reject)
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; code?: string }
      socket.terminate()
      resolve(message.type === 'signed-in' ? null : (message.code ?? message.type))
    })
  })
}

test('shows who has no second factor to administrators of the organization alone', async () => {
  for (const who of ['organization-viewer', 'department-admin'] as const)
    expect((await call(who, 'GET', AFFECTED)).status).toBe(403)
  const { body } = await call('organization-admin', 'GET', AFFECTED)
  expect(body.includes_you).toBe(true)
  expect(body.names).toEqual(expect.arrayContaining(['organization-admin', 'organization-viewer']))
  expect(body.names.filter((name: string) => name.startsWith('super'))).toEqual([])
  expect(body.names.filter((name: string) => name.includes('foreign'))).toEqual([])
  expect(body.count).toBe(body.names.length)
})

test('lets an administrator require a second factor only after turning on their own', async () => {
  const refused = await call('organization-admin', 'PUT', RULES, { require_second_factor: true })
  expect([refused.status, refused.body.code]).toEqual([409, 'OWN_SECOND_FACTOR_FIRST'])
  expect((await call('organization-viewer', 'GET', '/api/vessels')).status).toBe(200)
  await enrol('organization-admin')
  const { status, body } = await call('organization-admin', 'PUT', RULES, { require_second_factor: true })
  expect([status, body.require_second_factor]).toEqual([200, true])
  const [line] = await api.db.select().from(auditLog).where(eq(auditLog.act, 'organization.update'))
  expect([line?.before, line?.after]).toEqual([
    { require_second_factor: false },
    { require_second_factor: true },
  ])
})

test('answers a user without a second factor only who they are, until they turn one on', async () => {
  const who = 'organization-viewer'
  const key = await addKey(api.db, things.own, 'organization-viewer' as RoleId)
  const pictures = () =>
    api.app.inject({
      url: '/api/images/00000000-0000-4000-8000-000000000000/small',
      headers: { cookie: cookies[who] },
    })
  for (const [method, url] of [
    ['GET', '/api/vessels'],
    ['GET', '/api/departments'],
    ['PUT', '/api/users/me/units'],
  ] as const) {
    const { status, body } = await call(who, method, url, method === 'PUT' ? {} : undefined)
    expect([url, status, body.code]).toEqual([url, 403, 'SECOND_FACTOR_REQUIRED'])
  }
  expect((await pictures()).json().code).toBe('SECOND_FACTOR_REQUIRED')
  expect(await socketRefusal(who)).toBe('SECOND_FACTOR_REQUIRED')
  expect((await call(who, 'GET', '/api/users/me')).body).toMatchObject({ needs_second_factor: true })
  // Programs have no second factor and go on.
  const asKey = await api.app.inject({ url: '/public/v1/vessels', headers: key.headers })
  expect(asKey.statusCode).toBe(200)
  await enrol(who)
  expect((await call(who, 'GET', '/api/users/me')).body).toMatchObject({ needs_second_factor: false })
  expect((await call(who, 'GET', '/api/vessels')).status).toBe(200)
  expect(await socketRefusal(who)).toBeNull()
})

test('ends the open socket of a user who has to turn on a second factor, and says why', async () => {
  const who = 'department-admin'
  await call('organization-admin', 'PUT', RULES, { require_second_factor: false })
  const token = await tokenOf(api.app, cookies[who])
  const socket = new WebSocket(address)
  const received: unknown[] = []
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('open', () => socket.send(JSON.stringify({ type: 'sign-in', token })))
  socket.on('message', (data) => received.push(JSON.parse(String(data))))
  await expect.poll(() => received).toMatchObject([{ type: 'signed-in' }])
  await call('organization-admin', 'PUT', RULES, { require_second_factor: true })
  expect(await closed).toBe(4401)
  expect(received.at(-1)).toMatchObject({ type: 'refused', code: 'SECOND_FACTOR_REQUIRED' })
})

test('requires the length that the organization chose of a changed and of a reset password', async () => {
  const viewer = await call('organization-viewer', 'PUT', RULES, { min_password_length: 12 })
  expect(viewer.status).toBe(403)
  for (const wrong of [5, 65, 7.5])
    expect((await call('organization-admin', 'PUT', RULES, { min_password_length: wrong })).status).toBe(400)
  expect((await call('organization-admin', 'PUT', RULES, { min_password_length: 12 })).status).toBe(200)

  const change = (newPassword: string) =>
    identity('change-password', { currentPassword: PASSWORD, newPassword }, cookies['organization-viewer'])
  const short = await change('a fair wind')
  expect([short.statusCode, short.json().code]).toEqual([400, 'PASSWORD_TOO_SHORT'])
  expect(short.json().message).toContain('at least 12 characters')
  expect((await change('a fair wind.')).statusCode).toBe(200)

  const email = emailOf('organization-viewer')
  await identity('request-password-reset', { email })
  const mailed = async () => (await api.mails()).find(({ to }) => to === email)?.text ?? ''
  await expect.poll(mailed).toMatch(/token=/)
  const token = /token=(\S+)/.exec(await mailed())?.[1]
  const reset = (newPassword: string) => identity('reset-password', { token, newPassword })
  expect((await reset('fair wind')).json().code).toBe('PASSWORD_TOO_SHORT')
  expect((await reset('another fair wind')).statusCode).toBe(200)
  // Other organizations keep their own length.
  expect((await identity('reset-password', { token: 'forged', newPassword: 'tide7q' })).json().code).toBe(
    'invalid',
  )
})
