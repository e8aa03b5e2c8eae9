import { expect, test } from 'vitest'
import { silentLog } from '#server/testing/silentLog.ts'
import { openHttp } from './openHttp.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function idOf(given: string | undefined, proxy?: string) {
  const TRUST_PROXY = proxy === undefined ? undefined : [proxy]
  const app = await openHttp({ log: silentLog, publicUrl: 'http://localhost:1', TRUST_PROXY, counts: null })
  app.get('/there', async () => 'yes')
  const headers = given === undefined ? {} : { 'x-request-id': given }
  const answers = [
    await app.inject({ url: '/there', headers }),
    await app.inject({ url: '/nowhere', headers }),
  ]
  await app.close()
  return answers.map((answer) => answer.headers['x-request-id'])
}

test('names each call in its answer, by the trusted proxy’s id when that is valid', async () => {
  const made = [expect.stringMatching(UUID), expect.stringMatching(UUID)]
  expect(await idOf('0123456789abcdef', '127.0.0.1')).toEqual(['0123456789abcdef', '0123456789abcdef'])
  expect(await idOf('0123456789abcdef')).toEqual(made)
  expect(await idOf(undefined, '127.0.0.1')).toEqual(made)
  for (const odd of ['short', 'a'.repeat(101), 'with spaces in it', 'a"},{"level":"error"'])
    expect(await idOf(odd, '127.0.0.1')).toEqual(made)
})
