import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { captains, vesselStates } from '#server/stores/relational/schema.ts'
import {
  bearer,
  emailOf,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'

let api: TestApi
let own: Thing
beforeAll(async () => {
  api = await testApi()
  own = (await twoOrganizations(api.records.db)).own
})
afterAll(() => api.close())

const person = async (roleId: RoleId) => tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
const stepsOf = async (token: string) =>
  (await api.app.inject({ url: '/api/users/me', headers: bearer(token) })).json().first_steps

test('lists missing first steps to those who may make vessels, until they are done or dismissed', async () => {
  const admin = await person('organization-admin')
  const other = await person('department-admin')
  expect(await stepsOf(await person('organization-viewer'))).toBeNull()
  const begun = { vessel: true, data: false, captain: true, colleague: true }
  expect([await stepsOf(admin), await stepsOf(other)]).toEqual([begun, begun])

  const { db } = api.records
  const now = new Date()
  await db.update(captains).set({ deletedAt: now })
  expect(await stepsOf(admin)).toEqual({ ...begun, captain: false })
  await db.update(captains).set({ deletedAt: null })

  const put = { method: 'PUT', url: '/api/users/me/dismiss_first_steps', headers: bearer(admin) } as const
  expect((await api.app.inject(put)).statusCode).toBe(200)
  expect([await stepsOf(admin), await stepsOf(other)]).toEqual([null, begun])

  await db.insert(vesselStates).values({ vesselId: own.vesselId, lastUpdatedUs: 1 })
  expect(await stepsOf(other)).toBeNull()
})
