import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
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
let member: Record<string, string>
let superAdmin: Record<string, string>
beforeAll(async () => {
  api = await testApi()
  await twoOrganizations(api.records.db)
  const headersOf = async (roleId: RoleId) =>
    bearer(await tokenOf(api.app, await signIn(api.app, emailOf(roleId))))
  member = await headersOf('department-viewer')
  superAdmin = await headersOf('super-admin')
})
afterAll(() => api.close())

const get = async (url: string, headers = {}) => await api.app.inject({ method: 'GET', url, headers })
const dictionary = (headers = {}) => get('/api/holy-books/fields-bible', headers)

test('serves the dictionary only to signed-in callers', async () => {
  expect((await dictionary()).statusCode).toBe(401)
})

test('names the safety speed as the organization does', async () => {
  const { id } = (await get('/api/organization', member)).json()
  const nameComfortSpeed = (has_comfort_speed: boolean) =>
    api.app.inject({
      method: 'PUT',
      url: `/api/super/organizations/${id}`,
      headers: superAdmin,
      payload: { settings: { has_comfort_speed } },
    })
  const rog = async () => (await dictionary(member)).json().rog
  expect(await rog()).toMatchObject({ label: 'Safety speed', unit: 'kn', stored_unit: 'm/s' })
  expect((await nameComfortSpeed(true)).statusCode).toBe(200)
  expect(await rog()).toMatchObject({ label: 'Comfort speed', unit: 'kn' })
  await nameComfortSpeed(false)
  expect((await rog()).label).toBe('Safety speed')
})
