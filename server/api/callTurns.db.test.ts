import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrganizationShares, openOrganizationShares } from '#server/platform/organizationShares.ts'
import { addKey, type TestApi, testApi, twoOrganizations } from '#server/testing/testApi.ts'

let nowMs = 0
let shares = openOrganizationShares({}, () => nowMs)
const noted = new Set<string>()
const used = new Map<string, number>()
const given: OrganizationShares = {
  noteCall(organizationId) {
    noted.add(organizationId)
    shares.noteCall(organizationId)
  },
  use(organizationId, tookMs) {
    used.set(organizationId, (used.get(organizationId) ?? 0) + tookMs)
    shares.use(organizationId, tookMs)
  },
  restMs: (organizationId) => shares.restMs(organizationId),
}

let api: TestApi
let organizations: Awaited<ReturnType<typeof twoOrganizations>>
let [one, two]: Awaited<ReturnType<typeof addKey>>[] = []
beforeAll(async () => {
  api = await testApi({ shares: given })
  organizations = await twoOrganizations(api.db)
  one = await addKey(api.db, organizations.own, 'organization-viewer')
  two = await addKey(api.db, organizations.foreign, 'organization-viewer')
})
afterAll(() => api.close())

const ask = async (key: typeof one, path = 'vessels') => {
  const { statusCode } = await api.app.inject({ url: `/public/v1/${path}`, headers: key?.headers ?? {} })
  return statusCode
}

test('answers another organization among the first when one asks for everything at once', async () => {
  const order: string[] = []
  const noting = async (name: string, key: typeof one, path: string) => {
    const status = await ask(key, path)
    order.push(name)
    return status
  }
  const flood = Array.from({ length: 20 }, () =>
    ['vessels/map', 'vessels', 'trips'].map((path) => noting('one', one, path)),
  ).flat()
  await new Promise(setImmediate)
  const other = noting('two', two, 'vessels')
  const statuses = new Set(await Promise.all([...flood, other]))
  expect(statuses).toEqual(new Set([200]))
  expect(order.indexOf('two')).toBeLessThan(10)
})

test('lets an organization beyond its share wait, and answers another at once', async () => {
  const { own, foreign } = organizations
  shares = openOrganizationShares({ share: 0.01, burstMs: 60_000 }, () => nowMs)
  noted.clear()
  used.clear()
  expect(await ask(two)).toBe(200)
  expect(await ask(one)).toBe(200)
  expect(used.get(own.organizationId)).toBeGreaterThan(0)
  shares.use(own.organizationId, 100_000)
  let isAnswered = false
  const waiting = ask(one).then((status) => {
    isAnswered = true
    return status
  })
  for (let call = 0; call < 5; call++) expect(await ask(two)).toBe(200)
  expect(isAnswered).toBe(false)
  expect([...noted].sort()).toEqual([own.organizationId, foreign.organizationId].sort())
  // Nobody else calls any more.
  nowMs += 3000
  expect(await waiting).toBe(200)
})
