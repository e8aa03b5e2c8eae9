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

test('logs the id of each answer that is an error, without the values of its address', async () => {
  const logged: [string, unknown][] = []
  const keep = (message: string, fields: unknown) => void logged.push([message, fields])
  const log = { info: keep, warn: keep, error: keep }
  const app = await openHttp({ log, publicUrl: 'http://localhost:1', counts: null })
  app.get('/there', async () => 'yes')
  app.get('/share/:secret', async (_, reply) => reply.code(403).send())
  app.post('/there', async () => 'yes')
  app.get('/accident', async () => {
    throw new Error('an accident')
  })
  const url = await app.listen({ port: 0 })
  const idOf = async (path: string, init?: RequestInit) =>
    (await fetch(url + path, init)).headers.get('x-request-id')
  const json = { 'content-type': 'application/json' }
  const ids = [
    await idOf('/share/s3cret'),
    await idOf('/nowhere?key=s3cret'),
    await idOf('/%zz'),
    await idOf('/accident'),
    await idOf('/there', { method: 'POST', headers: json, body: '{' }),
    await idOf('/there', { method: 'PROPFIND' }),
  ]
  await idOf('/there')
  await app.close()
  const refused = logged.flatMap(([message, fields]) => (message === 'call refused' ? [fields] : []))
  expect(refused).toMatchObject([
    { requestId: ids[0], method: 'GET', route: '/share/:secret', status: 403 },
    { requestId: ids[1], status: 404 },
    { requestId: ids[2], status: 400 },
    { requestId: ids[3], route: '/accident', status: 500 },
    { requestId: ids[4], method: 'POST', status: 400 },
    { requestId: ids[5], method: 'PROPFIND', status: 404 },
  ])
  expect(ids).not.toContain(null)
  expect(JSON.stringify(logged)).not.toContain('s3cret')
})
