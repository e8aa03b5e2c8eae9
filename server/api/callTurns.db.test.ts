import { afterAll, beforeAll, expect, test } from 'vitest'
import { addKey, type TestApi, testApi, twoOrganizations } from '#server/testing/testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('answers another organization among the first when one asks for everything at once', async () => {
  const { own, foreign } = await twoOrganizations(api.db)
  const [one, two] = [
    await addKey(api.db, own, 'organization-viewer'),
    await addKey(api.db, foreign, 'organization-viewer'),
  ]
  const order: string[] = []
  const ask = async (name: string, { headers }: typeof one, path: string) => {
    const { statusCode } = await api.app.inject({ url: `/public/v1/${path}`, headers })
    order.push(name)
    return statusCode
  }
  const flood = Array.from({ length: 20 }, () =>
    ['vessels/map', 'vessels', 'trips'].map((path) => ask('one', one, path)),
  ).flat()
  await new Promise(setImmediate)
  const other = ask('two', two, 'vessels')
  const statuses = new Set(await Promise.all([...flood, other]))
  expect(statuses).toEqual(new Set([200]))
  expect(order.indexOf('two')).toBeLessThan(10)
})
