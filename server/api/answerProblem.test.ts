import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import compress from '@fastify/compress'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { Problem } from '#contract/errors.ts'
import { answerProblem } from './answerProblem.ts'

test('tells a caller the code of a problem and nothing of an accident, which is logged with its request', async () => {
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

test('a reader who goes away is no failure', async () => {
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
