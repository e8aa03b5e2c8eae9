import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGE_IDS } from '#contract/text/language.ts'
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

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
})
afterAll(() => api?.close())

const post = (url: string, payload: object, headers: Record<string, string>) =>
  api.app.inject({ method: 'POST', url, payload, headers: { origin: 'http://localhost:3000', ...headers } })

async function mailTo(address: string) {
  const kept = async () => (await api.mails()).find(({ to }) => to === address)
  await expect.poll(kept).toBeDefined()
  return kept()
}

test.each([
  ['en', 'organization-admin', /is your Taffrail sign-in code$/],
  ['it', 'organization-viewer', /è il tuo codice di accesso a Taffrail$/],
  ['is', 'department-admin', /er innskráningarkóði þinn í Taffrail$/],
] as const)('mails a code in the language of the sign-in page: %s', async (language, role, subject) => {
  await post('/api/auth/signin/otp', { email: emailOf(role) }, { 'accept-language': language })
  expect((await mailTo(emailOf(role)))?.subject).toMatch(subject)
})

test('mails a link to set a password in the language of the page', async () => {
  const email = emailOf('department-viewer')
  await post('/identity/request-password-reset', { email }, { 'accept-language': 'is' })
  const mail = await mailTo(email)
  expect(mail?.subject).toBe('Nýtt lykilorð í Taffrail')
  expect(mail?.text).toContain('/reset-password?token=')
})

test.each(LANGUAGE_IDS)(
  'mails an invitation in the language of the person who invites: %s',
  async (language) => {
    const headers = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin'))))
    const email = `new-${language}@one.example`
    const { departmentId } = things.parent
    const person = { name: 'Nína', email, role_id: 'organization-viewer', department_id: departmentId }
    await post('/api/users', person, { ...headers, 'accept-language': language })
    const subjects = {
      en: 'You are invited to Taffrail',
      it: 'Un invito a Taffrail',
      is: 'Þér er boðið í Taffrail',
    }
    expect((await mailTo(email))?.subject).toBe(subjects[language])
  },
)
