import type { ClickHouseClient } from '@clickhouse/client'
import { expect, test } from 'vitest'
import { duringWork, iterateFor, nameOrganization, workFor } from '#server/platform/organizationAtWork.ts'
import { type ClientPool, clientPool } from './clientPool.ts'

const client = { close: async () => undefined } as unknown as ClickHouseClient

/** Tasks that last until they are ended, and the order in which they began. */
function openTasks(pool: ClientPool) {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string) =>
    pool.run(async () => {
      began.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { began, run, end }
}

test('leaves a client to others, however much one organization asks for', async () => {
  const { began, run, end } = openTasks(clientPool([client, client, client]))
  const many = Array.from({ length: 9 }, (_, n) => workFor('one', () => run(`one ${n}`)))
  await new Promise(setImmediate)
  expect(began).toEqual(['one 0', 'one 1'])
  const other = workFor('two', () => run('two'))
  await new Promise(setImmediate)
  expect(began).toEqual(['one 0', 'one 1', 'two'])
  await end('two')
  expect(await other).toBe('two')
  // The client of the other stays free for the next organization, and for the server.
  const server = run('server')
  await new Promise(setImmediate)
  expect(began.at(-1)).toBe('server')
  await end('server')
  await server
  for (let n = 0; n < 9; n++) await end(`one ${n}`)
  expect(await Promise.all(many)).toHaveLength(9)
})

test('takes turns between organizations that wait', async () => {
  const { began, run, end } = openTasks(clientPool([client, client]))
  const names = ['a 0', 'b 0', 'a 1', 'a 2', 'a 3', 'b 1', 'c 0', 'b 2']
  const all = names.map((name) => workFor(name.charAt(0), () => run(name)))
  await new Promise(setImmediate)
  for (let n = 0; n < names.length; n++) await end(began[n] ?? '')
  await Promise.all(all)
  expect(began).toEqual(['a 0', 'b 0', 'a 1', 'b 1', 'c 0', 'a 2', 'b 2', 'a 3'])
})

test('refuses what no queue holds of one organization, and nothing of another', async () => {
  const pool = clientPool([client, client])
  const { run, end, began } = openTasks(pool)
  const many = Array.from({ length: 501 }, (_, n) => workFor('one', () => run(`one ${n}`)))
  await expect(workFor('one', () => run('one more'))).rejects.toMatchObject({ code: 'unavailable' })
  const other = workFor('two', () => run('two'))
  await new Promise(setImmediate)
  await end('two')
  expect(await other).toBe('two')
  for (let n = 0; n < many.length; n++) await end(`one ${n}`)
  expect(await Promise.all(many)).toHaveLength(501)
  expect(began).toHaveLength(502)
})

test('gives a task that runs alone all clients, beside organizations that ask', async () => {
  const pool = clientPool([client, client])
  const { began, run, end } = openTasks(pool)
  const first = workFor('one', () => run('first'))
  const alone = pool.runAlone(async () => {
    began.push('alone')
  })
  const second = workFor('one', () => run('second'))
  await new Promise(setImmediate)
  await end('first')
  await end('second')
  await Promise.all([first, second, alone])
  expect(began.toSorted()).toEqual(['alone', 'first', 'second'])
})

test('counts a call for the organization of its caller, and the parts of its file too', async () => {
  const { began, run, end } = openTasks(clientPool([client, client]))
  const call = duringWork({ organizationId: null }, async () => {
    await Promise.resolve()
    nameOrganization('one')
    return run('call')
  })
  await new Promise(setImmediate)
  const parts = iterateFor(
    'one',
    (async function* () {
      yield await run('part')
    })(),
  )
  const part = parts.next()
  await new Promise(setImmediate)
  expect(began).toEqual(['call'])
  await end('call')
  expect(await call).toBe('call')
  await end('part')
  expect((await part).value).toBe('part')
})

test('tells tasks of an organization with more in its queue, and no other', async () => {
  const pool = clientPool([client, client])
  const crowded = new Map<string, boolean>()
  const task = (name: string) =>
    pool.run(async (_, isCrowded) => {
      crowded.set(name, isCrowded)
      await new Promise(setImmediate)
    })
  await Promise.all(['a 0', 'a 1', 'a 2', 'b 0'].map((name) => workFor(name.charAt(0), () => task(name))))
  expect(Object.fromEntries(crowded)).toEqual({ 'a 0': false, 'a 1': true, 'a 2': false, 'b 0': false })
})
