import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { elsewhere, nameOrganization, organizationAtWork } from '#server/platform/organizationAtWork.ts'
import { openCallTurns } from './callTurns.ts'

/** A server whose calls last until they are ended, with the order in which they began. */
async function openCalls() {
  const app = Fastify()
  onTestFinished(() => app.close())
  const turns = openCallTurns(app, 2)
  const began: string[] = []
  const events = new Map<string, PromiseWithResolvers<void>>()
  const event = (name: string) => {
    const one = events.get(name) ?? Promise.withResolvers<void>()
    events.set(name, one)
    return one
  }
  interface Asked {
    Params: { of: string; name: string }
    Querystring: { elsewhere?: string }
  }
  const name = async ({ params }: { params: unknown }) => nameOrganization((params as Asked['Params']).of)
  app.post<Asked>('/:of/:name', { onRequest: name }, async (request, reply) => {
    const { name } = request.params
    reply.raw.once('close', () => event(`${name} left`).resolve())
    event(`${name} came`).resolve()
    await turns.take(request)
    began.push(name)
    event(`${name} began`).resolve()
    const wait = () => event(`${name} may end`).promise
    await (request.query.elsewhere ? elsewhere(wait) : wait())
    return organizationAtWork()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const call = async (path: string, signal: AbortSignal | null = null) => {
    const headers = { 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${port}/${path}`
    return (await fetch(url, { method: 'POST', headers, body: '{}', signal })).text()
  }
  return {
    ...{ began, call, end: (name: string) => event(`${name} may end`).resolve() },
    until: (name: string, what: 'came' | 'began' | 'left') => event(`${name} ${what}`).promise,
  }
}

test('works on two calls of an organization at once, and on those of others meanwhile', async () => {
  const { began, call, end, until } = await openCalls()
  const first = ['1', '2'].map((name) => call(`one/${name}`))
  for (const name of ['1', '2']) await until(name, 'began')
  const third = call('one/3')
  await until('3', 'came')
  const other = call('two/other')
  await until('other', 'began')
  end('other')
  expect(await other).toBe('two')
  expect(began).not.toContain('3')
  end('1')
  await until('3', 'began')
  for (const name of ['2', '3']) end(name)
  expect(await Promise.all([...first, third])).toEqual(['one', 'one', 'one'])
})

test('works on other calls of the organization while one waits for other threads', async () => {
  const { call, end, until } = await openCalls()
  const names = ['1', '2', '3', '4']
  const away = names.map((name) => call(`one/${name}?elsewhere=yes`))
  for (const name of names) await until(name, 'began')
  const here = call('one/here')
  await until('here', 'began')
  for (const name of [...names, 'here']) end(name)
  expect(new Set(await Promise.all([...away, here]))).toEqual(new Set(['one']))
})

test('passes the turn of a caller who left to the next, and forgets one who left while waiting', async () => {
  const { began, call, end, until } = await openCalls()
  const leave = { early: new AbortController(), late: new AbortController() }
  const gone = ['1', '2'].map((name) => call(`one/${name}`, leave.late.signal).catch(() => 'gone'))
  for (const name of ['1', '2']) await until(name, 'began')
  gone.push(call('one/3', leave.early.signal).catch(() => 'gone'))
  await until('3', 'came')
  leave.early.abort()
  await until('3', 'left')
  const next = call('one/next')
  await until('next', 'came')
  leave.late.abort()
  end('next')
  expect(await next).toBe('one')
  expect(await Promise.all(gone)).toEqual(['gone', 'gone', 'gone'])
  expect(began.toSorted()).toEqual(['1', '2', 'next'])
  for (const name of ['1', '2']) end(name)
})
