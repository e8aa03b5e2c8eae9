import { afterAll, afterEach, expect, test } from 'vitest'
import type { PoolTask, run as Run } from '#server/testing/poolJobWorker.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { type JobModule, openWorkerPool, WorkerStopped } from './workerPool.ts'

const JOB: JobModule<typeof Run> = new URL('../testing/poolJobWorker.ts', import.meta.url)
const pool = openWorkerPool({ size: 2, limits: { seconds: 60, megabytes: 200 }, log: silentLog })
afterAll(() => pool.close())
afterEach(() => expect(pool.run(JOB, { does: 'answer', value: 7 }, { organizationId: 'z' })).resolves.toBe(7))

const run = (
  task: PoolTask,
  {
    organizationId = 'a',
    ...more
  }: Partial<Parameters<typeof pool.run<PoolTask, unknown, number, number>>[2]> = {},
) => pool.run<PoolTask, unknown, number, number>(JOB, task, { organizationId, ...more })

test.each(['fillHeap', 'fillBuffers', 'crash'] as const)('replaces a worker after %s', async (does) => {
  await expect(run({ does })).rejects.toThrow(WorkerStopped)
})

test('kills a worker that never returns, at its limit or when the work is no longer wanted', async () => {
  await expect(run({ does: 'spin' }, { seconds: 0.2 })).rejects.toThrow('it worked for too long')
  await expect(run({ does: 'hang' }, { seconds: 0.1 })).rejects.toThrow('it is stuck')
  const stop = new AbortController()
  const spinning = run({ does: 'spin' }, { signal: stop.signal })
  const queued = run({ does: 'answer', value: 1 }, { signal: stop.signal })
  const kept = run({ does: 'answer', value: 2 })
  stop.abort(new Error('deleted'))
  await expect(spinning).rejects.toThrow('deleted')
  await expect(queued).rejects.toThrow('deleted')
  expect(await kept).toBe(2)
})

test('passes on the error of a job and keeps its worker', async () => {
  const before = await run({ does: 'readProcess' })
  await expect(run({ does: 'fail' })).rejects.toThrow('this file is no good')
  expect(await run({ does: 'readProcess' })).toBe(before)
})

test('waits with the worker for each answer', async () => {
  let open = 0
  const sum = await run(
    { does: 'ask', times: 5 },
    {
      async answer(question) {
        expect(++open).toBe(1)
        await new Promise(setImmediate)
        open--
        return question * 2
      },
    },
  )
  expect(sum).toBe(20)
})

test('starts another worker when one ended while it had no job', async () => {
  const pid = Number(await run({ does: 'readProcess' }))
  process.kill(pid, 'SIGKILL')
  expect(await run({ does: 'answer', value: 3 })).toBe(3)
})

test('ends a job whose answer fails, with that failure', async () => {
  const answer = async () => {
    throw new Error('the store is away')
  }
  await expect(run({ does: 'ask', times: 5 }, { answer })).rejects.toThrow('the store is away')
})

test('gives one organization one worker and lets organizations take turns', async () => {
  const order: string[] = []
  const stop = new AbortController()
  const spinning = run({ does: 'spin' }, { organizationId: 'hostile', signal: stop.signal })
  const also = run({ does: 'spin' }, { organizationId: 'hostile', signal: stop.signal })
  const jobs = [1, 2, 3].flatMap((value) =>
    (value === 3 ? ['a', 'b'] : ['a']).map(async (organizationId) => {
      await run({ does: 'answer', value }, { organizationId })
      order.push(`${organizationId}${value}`)
    }),
  )
  await Promise.all(jobs)
  expect(order).toEqual(['a1', 'b3', 'a2', 'a3'])
  stop.abort()
  await Promise.allSettled([spinning, also])
})

test('keeps passwords of the environment from workers', async () => {
  process.env.DATABASE_URL = 'postgres://boss:secret@db/taffrail'
  expect(JSON.stringify(await run({ does: 'readEnvironment' }))).not.toContain('secret')
  delete process.env.DATABASE_URL
})
