import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, signIn, type TestApi, testApi, tokenOf } from '#server/testing/testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const first = {
  organization: 'Harbour',
  name: 'Ada',
  email: 'Ada@harbour.example',
  password: 'correct horse',
}
const setUp = (payload: object) => api.app.inject({ method: 'POST', url: '/api/setup', payload })
const state = async () => (await api.app.inject({ url: '/api/setup' })).json()

test('refuses a first administrator with a short or stolen password', async () => {
  const answer = await setUp({ ...first, password: 'short' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toBe('password: Use at least 6 characters')
  const stolen = await setUp({ ...first, password: 'iloveyou' })
  expect([stolen.statusCode, stolen.json().code]).toEqual([400, 'PASSWORD_BREACHED'])
  expect(await state()).toEqual({ needed: true, demo: false, mail: false, provider: null })
})

test('makes one first organization, for requests at once or later', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => setUp({ ...first, email: `ada${n}@harbour.example` })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  expect((await setUp(first)).statusCode).toBe(409)
  expect(await state()).toEqual({ needed: false, demo: false, mail: false, provider: null })

  const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
  const token = await tokenOf(api.app, await signIn(api.app, `ada${winner}@harbour.example`, first.password))
  const me = await api.app.inject({ url: '/api/users/me', headers: bearer(token) })
  expect(me.json()).toMatchObject({
    role_id: 'super-admin',
    auth_role: 'super',
    company: { name: 'Harbour' },
    department: { parent_id: null },
  })
  const audit = await api.app.inject({ url: '/api/audit', headers: bearer(token) })
  expect(audit.json().data).toMatchObject([{ act: 'organization.create', actor: { type: 'system' } }])
})
