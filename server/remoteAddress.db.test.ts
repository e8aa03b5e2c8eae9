import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '#server/testing/testApi.ts'
import { DeviceDirectory } from './gateway/deviceDirectory.ts'
import { registerRoute } from './gateway/registerRoute.ts'
import { systemClock } from './platform/clock.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  const { db } = api.records
  await api.app.register(async (scope) => {
    registerRoute(scope, {
      db,
      directory: new DeviceDirectory(db, systemClock),
      clock: systemClock,
      bus: api.bus,
      mqtt: { host: null, port: null, isSecure: false },
    })
  })
})
afterAll(() => api.close())

const register = (remoteAddress: string) =>
  api.app.inject({ method: 'POST', url: '/gateway/register', payload: {}, remoteAddress })

test('counts the addresses of an IPv6 household as one when devices register', async () => {
  const answers = []
  for (let n = 0; n < 25; n++) answers.push(await register(`2001:db8:0:7:${n}::1`))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect([refused.length, refused[0]?.json().code]).toEqual([5, 'too_many'])
  expect((await register('2001:db8:0:8::1')).statusCode).toBe(200)
  expect((await register('192.0.2.7')).statusCode).toBe(200)
})
