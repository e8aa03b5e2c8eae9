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
