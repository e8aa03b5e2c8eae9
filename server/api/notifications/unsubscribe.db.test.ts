import { afterAll, beforeAll, expect, test } from 'vitest'
import { unsubscribeKey, unsubscribeToken } from '#server/notify/unsubscribe.ts'
import {
  bearer,
  emailOf,
  signIn,
  type TestApi,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'

let api: TestApi
let headers: Record<string, string>
let userId: string

beforeAll(async () => {
  api = await testApi()
  await twoOrganizations(api.records.db)
  headers = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('department-viewer'))))
  userId = (await me()).id
})
afterAll(() => api.close())

const me = async () => (await api.app.inject({ url: '/api/users/me', headers })).json()
const tokenFor = async (kind: 'rule' | 'external') =>
  unsubscribeToken(await unsubscribeKey(api), { userId, kind })
/** As mail programs do it. */
const post = (token: string) =>
  api.app.inject({
    ...{ method: 'POST', url: `/unsubscribe/${token}`, payload: 'List-Unsubscribe=One-Click' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('refuses a link with a wrong signature, and stops nothing', async () => {
  const token = await tokenFor('rule')
  const [payload = '', signature = ''] = token.split('.')
  const [other] = (await tokenFor('external')).split('.')
  for (const wrong of ['x', `${payload}.`, `${payload}.${signature.slice(1)}`, `${other}.${signature}`]) {
    expect((await post(wrong)).statusCode, wrong).toBe(404)
    expect((await api.app.inject({ url: `/unsubscribe/${wrong}` })).statusCode).toBe(404)
  }
  expect((await me()).subscribed_notifications.rule_alert_email).toBe(true)
})

test('asks on a page, and stops one kind of mail by one post without signing in', async () => {
  const token = await tokenFor('rule')
  const page = await api.app.inject({ url: `/unsubscribe/${token}` })
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Stop these emails')])
  expect((await me()).subscribed_notifications.rule_alert_email).toBe(true)
  expect((await post(token)).statusCode).toBe(200)
  expect((await post(token)).statusCode).toBe(200)
  const { subscribed_notifications } = await me()
  expect(subscribed_notifications).toMatchObject({ rule_alert_email: false, rule_alert_sms: true })
})
