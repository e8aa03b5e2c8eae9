/** Rules that must hold when calls truly run in parallel, as on PostgreSQL and unlike on the embedded engine. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { attempts } from '#server/stores/relational/schema.ts'
import { bearer, signIn, type TestApi, testApi, tokenOf } from '#server/testing/testApi.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'

const postgres = await startTestPostgres()
const at = (n: number) => `ada${n}@harbour.example`
const first = { organization: 'Harbour', name: 'Ada', password: 'correct horse' }

describe.skipIf(!postgres)('PostgreSQL', () => {
  let api: TestApi
  let email = ''
  beforeAll(async () => {
    const DATABASE_URL = await postgres?.createDatabase()
    api = await testApi({ records: await openRecords({ DATABASE_URL, dataDir: '' }) })
  })
  afterAll(async () => {
    await api.close()
    await postgres?.close()
  })

  const post = (url: string, payload: object) => api.app.inject({ method: 'POST', url, payload })
  const all = (count: number, call: (n: number) => ReturnType<typeof post>) =>
    Promise.all(Array.from({ length: count }, (_, n) => call(n)))
  const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort()

  async function receivedCode(count: number): Promise<string> {
    await expect.poll(async () => (await api.mails()).length).toBe(count)
    return /code is (\w{6})/.exec((await api.mails())[0]?.text ?? '')?.[1] ?? ''
  }

  test('makes one first organization when ten are requested at once', async () => {
    const answers = await all(10, (n) => post('/api/setup', { ...first, email: at(n) }))
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    email = at(answers.findIndex(({ statusCode }) => statusCode === 200))
  })

  test('signs in with the password and returns who that is', async () => {
    const token = await tokenOf(api.app, await signIn(api.app, email, first.password))
    const me = await api.app.inject({ url: '/api/users/me', headers: bearer(token) })
    expect(me.json()).toMatchObject({ email, role_id: 'super-admin' })
  })

  test('mails one code for requests at once, and signs in one of those who use it', async () => {
    await all(10, () => post('/api/auth/signin/otp', { email }))
    const otp = await receivedCode(1)
    const answers = await all(4, () => post('/api/auth/signin/verify-otp', { email, otp }))
    expect(statuses(answers)).toEqual([200, 400, 400, 400])
    const { token } = answers.find(({ statusCode }) => statusCode === 200)?.json<{ token: string }>() ?? {}
    expect(statuses(await all(5, () => post('/identity/exchange', { token })))).toEqual([
      200, 401, 401, 401, 401,
    ])
  })

  test('accepts one of ten edits of a rule or a fence at once, and names the conflict to the others', async () => {
    const token = await tokenOf(api.app, await signIn(api.app, email, first.password))
    const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
      api.app.inject({ method, url, headers: bearer(token), ...(payload ? { payload } : {}) })
    const me = (await ask('GET', '/api/users/me')).json<{ department_id: string }>()
    const place = { lat: 64.15, lon: -21.94 }
    const { department_id } = me
    const shape = { name: 'Harbour', type: 'circle', coordinates: [place], radius: 500, color: 'BLUE' }
    const fence = await ask('POST', '/api/geofences', {
      ...{ ...shape, department_id, is_harbor: false, createRule: false },
    })
    const { id: fenceId, modified_at } = fence.json<{ id: string; modified_at: string }>()
    const renamed = await all(10, (n) =>
      ask('PUT', `/api/geofences/${fenceId}`, { modified_at, name: `Harbour ${n}` }),
    )
    expect(statuses(renamed)).toEqual([200, ...Array(9).fill(409)])

    const form = {
      ...{ type: 'geofence', severity: 'info', department_id, enabled: true },
      definition: { geofences: { ids: [fenceId] }, trigger_on: 'cross' },
    }
    const { id, version } = (await ask('POST', '/api/rules', form)).json<{ id: string; version: number }>()
    const named = await all(10, (n) =>
      ask('PUT', `/api/rules/${id}`, { ...form, version, message: `Crossed ${n}` }),
    )
    expect(statuses(named)).toEqual([200, ...Array(9).fill(409)])
    // Switching a rule on or off keeps what other people wrote.
    const switched = await all(10, (n) => ask('PUT', `/api/rules/${id}`, { enabled: n % 2 === 0 }))
    expect(statuses(switched)).toEqual(Array(10).fill(200))
  })

  test('tries at most five of the wrong passwords that come at once', async () => {
    await api.records.db.delete(attempts)
    const answers = await all(20, (n) => post('/identity/sign-in/email', { email, password: `wrong ${n}` }))
    expect(statuses(answers).filter((status) => status === 401).length).toBeLessThanOrEqual(5)
    expect(statuses(answers).filter((status) => status === 429).length).toBeGreaterThanOrEqual(15)
  })
})
