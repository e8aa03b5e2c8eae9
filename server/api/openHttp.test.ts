import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/domain/time.ts'
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

/** A call whose body the caller sends in parts, and what the server has received of it. */
async function slowCall(head: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const app = await openHttp({ log: silentLog, publicUrl: 'http://localhost:1', counts: null })
  onTestFinished(async () => {
    vi.useRealTimers()
    await app.close()
  })
  const began = Promise.withResolvers<{ bytesRead: number }>()
  app.addHook('onRequest', async ({ raw }) => began.resolve(raw.socket))
  app.post('/there', async ({ body }) => String((body as { text: string }).text.length))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let answer = ''
  socket.on('data', (text: string) => {
    answer += text
  })
  const closed = once(socket, 'close')
  socket.write(`POST /there HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}\r\n\r\n`)
  const { bytesRead } = await began.promise
  const server = await began.promise
  let sent = 0
  return {
    async send(text: string) {
      socket.write(text)
      sent += text.length
      await expect.poll(() => server.bytesRead - bytesRead, { interval: 5 }).toBe(sent)
    },
    passMinute: () => vi.advanceTimersByTime(MINUTE_MS),
    answer: () => answer,
    closed,
    socket,
  }
}

test('ends a call whose body hardly arrives, whether its length is known or not', async () => {
  for (const head of ['content-length: 100000', 'transfer-encoding: chunked']) {
    const call = await slowCall(head)
    await call.send(head.startsWith('content') ? '{"text":"' : '9\r\n{"text":"\r\n')
    call.passMinute()
    await call.closed
    expect(call.answer()).toMatch(/^HTTP\/1\.1 408 /)
  }
})

test('waits for hours for a body that goes on arriving', async () => {
  const call = await slowCall('content-length: 600011')
  await call.send('{"text":"')
  for (let minute = 0; minute < 100; minute++) {
    await call.send('x'.repeat(6000))
    call.passMinute()
  }
  await call.send('"}')
  await expect.poll(call.answer).toMatch(/600000$/)
  call.passMinute()
  call.socket.destroy()
})

test('leaves calls without a connection alone', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await openHttp({ log: silentLog, publicUrl: 'http://localhost:1', counts: null })
  app.post('/there', async () => 'yes')
  await app.inject({ method: 'POST', url: '/there', payload: { text: 'x' } })
  await app.inject({ method: 'POST', url: '/nowhere', payload: { text: 'x' } })
  vi.advanceTimersByTime(3 * MINUTE_MS)
  await app.close()
})

test('waits a minute for the head of a call', async () => {
  const app = await openHttp({ log: silentLog, publicUrl: 'http://localhost:1', counts: null })
  expect(app.server.headersTimeout).toBe(MINUTE_MS)
  await app.close()
})
