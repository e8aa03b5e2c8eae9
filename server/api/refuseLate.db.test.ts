import { afterAll, beforeAll, expect, test } from 'vitest'
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

const NOW_MS = Date.UTC(2026, 5, 18, 12)
let api: TestApi
let things: Record<Place, Thing>
let token: string

beforeAll(async () => {
  api = await testApi({ clock: fixedClock(NOW_MS) })
  things = await twoOrganizations(api.records.db)
  token = await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin')))
})
afterAll(() => api.close())

async function rename(name: string, deadline?: string) {
  const answer = await api.app.inject({
    ...{ method: 'PUT', url: `/api/captains/${things.own.captainId}` },
    headers: { ...bearer(token), ...(deadline !== undefined && { 'request-deadline': deadline }) },
    payload: { name, department_id: things.own.departmentId },
  })
  const url = `/api/captains/${things.own.captainId}`
  const stored = (await api.app.inject({ url, headers: bearer(token) })).json().name
  return [answer.statusCode, answer.json().code, stored]
}

test('refuses a call that arrives after its deadline and does nothing of it', async () => {
  expect(await rename('Before')).toEqual([200, undefined, 'Before'])
  expect(await rename('Late', String(NOW_MS - 1))).toEqual([412, 'unavailable', 'Before'])
  expect(await rename('In time', String(NOW_MS))).toEqual([200, undefined, 'In time'])
  expect(await rename('Nonsense', 'soon')).toEqual([200, undefined, 'Nonsense'])
})

test('answers a late call with the time of the server', async () => {
  const headers = { ...bearer(token), 'request-deadline': '0' }
  const url = `${await api.app.listen({ port: 0, host: '127.0.0.1' })}/api/users/me`
  const answer = await fetch(url, { headers })
  expect([answer.status, Number.isNaN(Date.parse(answer.headers.get('date') ?? ''))]).toEqual([412, false])
})
