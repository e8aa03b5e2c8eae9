import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import compress from '@fastify/compress'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { Problem } from '#contract/wire/errors.ts'
import { s3Files } from '#server/files/s3Files.ts'
import { startTestS3 } from '#server/testing/testS3.ts'
import { answerProblem, refuseConnection } from './answerProblem.ts'

test('answers the code of a problem, and hides an unexpected error, which it logs with the request', async () => {
  const logged: Record<string, unknown>[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: string, fields = {}) => void logged.push(fields),
  }
  const app = fastify({ genReqId: () => 'request-7' })
  app.setErrorHandler(answerProblem(log))
  app.get('/accident', async () => {
    throw new Error('relation "secrets" does not exist')
  })
  app.get('/problem', async () => {
    throw new Problem('conflict')
  })
  const accident = await app.inject({ url: '/accident?token=hush' })
  expect([accident.statusCode, accident.json()]).toEqual([
    500,
    { code: 'internal', message: 'Something went wrong. Please try again.' },
  ])
  expect(accident.headers['x-request-id']).toBe('request-7')
  expect(logged).toMatchObject([{ requestId: 'request-7', method: 'GET', route: '/accident' }])
  expect(JSON.stringify(logged)).not.toContain('hush')
  const problem = await app.inject({ url: '/problem' })
  expect([problem.statusCode, problem.json().code, logged.length]).toEqual([409, 'conflict', 1])
})

test('answers unavailable when a bucket is out of reach, and an error when it refuses', async () => {
  const s3 = await startTestS3('right')
  const filesOf = (secretAccessKey: string) =>
    s3Files({
      ...{ url: s3.url, region: 'eu-west-1', folder: 'one' },
      credentials: { accessKeyId: 'taffrail', secretAccessKey },
    })
  const [ours, stranger] = [filesOf('right'), filesOf('wrong')]
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const app = fastify()
  app.setErrorHandler(answerProblem(log))
  app.get('/ours', () => ours.stat('a'))
  app.get('/stranger', () => stranger.stat('a'))
  s3.isAway = () => true
  const away = await app.inject({ url: '/ours' })
  s3.isAway = () => false
  const refused = await app.inject({ url: '/stranger' })
  expect([away.json().code, refused.json().code]).toEqual(['unavailable', 'internal'])
  expect([away.headers['retry-after'], refused.headers['retry-after']]).toEqual(['5', undefined])
  await s3.close()
  const gone = await app.inject({ url: '/ours' })
  expect(gone.json().code).toBe('unavailable')
  for (const files of [ours, stranger]) files.close()
})

test('logs no failure when a reader disconnects', async () => {
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  const app = fastify({ forceCloseConnections: true })
  let answered = 0
  const answer = answerProblem({ info: note, warn: note, error: note })
  app.setErrorHandler((error: Error, asked, reply) => {
    answered++
    return answer(error, asked, reply)
  })
  await app.register(compress)
  app.post('/long', async (asked) => {
    reading.destroy()
    await once(asked.raw.socket, 'close')
    return { noise: randomBytes(8_000_000).toString('base64') }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'br' }
  const reading = request({ method: 'POST', host: '127.0.0.1', port, path: '/long', headers })
  reading.on('error', () => undefined)
  reading.end('{}')
  await expect.poll(() => answered).toBe(1)
  expect(logged).toEqual([])
  await app.close()
})

test('answers invalid addresses, invalid HTTP, two lengths and too many headers as a problem', async () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const app = fastify({ frameworkErrors: answerProblem(log), clientErrorHandler: refuseConnection })
  app.setErrorHandler(answerProblem(log))
  app.get('/boats/:id', async () => 'a boat')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const send = async (words: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.end(words)
    const answer = await text(socket)
    return [Number(answer.split(' ')[1]), JSON.parse(answer.slice(answer.indexOf('{')))]
  }
  const invalid = [400, { code: 'invalid', message: 'The request is not valid.' }]
  const get = (path: string, header = '') =>
    send(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${header}\r\n`)
  expect(await get('/boats/%E0%A4%A')).toEqual(invalid)
  expect(await send('Ahoy!\r\n\r\n')).toEqual(invalid)
  // A proxy and a server that read different lengths would take one request for two.
  const hidden = '0\r\n\r\nGET /boats/2 HTTP/1.1\r\nhost: a\r\n\r\n'
  const chunked = 'transfer-encoding: chunked\r\n'
  for (const lengths of [
    `content-length: ${hidden.length}\r\n${chunked}`,
    `content-length: 5\r\ncontent-length: ${hidden.length}\r\n`,
    'content-length: +5\r\n',
    'transfer-encoding: chunked, identity\r\n',
  ])
    expect(await send(`POST /boats/1 HTTP/1.1\r\nhost: a\r\n${lengths}\r\n${hidden}`)).toEqual(invalid)
  expect(await get('/boats/1', `x: ${'a'.repeat(20_000)}\r\n`)).toEqual([
    413,
    { code: 'too_large', message: 'The request is too large.' },
  ])
  await app.close()
})
