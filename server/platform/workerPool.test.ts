import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { PoolTask, run as Run } from '#server/testing/poolJobWorker.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import type { OrganizationShares } from './organizationShares.ts'
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

test.each([{ does: 'fillHeap' }, { does: 'fillBuffers', megabytes: 400 }, { does: 'crash' }] as const)(
  'replaces a worker after $does',
  async (task) => {
    await expect(run(task)).rejects.toThrow(WorkerStopped)
  },
)

test('kills a worker that never returns, at its limit or when the work is no longer wanted', async () => {
  // The pool counts a job as stuck by these timers, the worker watches its processor time by its own clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    await expect(run({ does: 'spin' }, { seconds: 0.2 })).rejects.toThrow('it worked for too long')
    const hanging = settled(run({ does: 'hang' }, { seconds: 5 }))
    await vi.advanceTimersByTimeAsync(49_999)
    expect(hanging.error).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(hanging.error).toMatchObject({ message: expect.stringContaining('it is stuck') })
  } finally {
    vi.useRealTimers()
  }
  const stop = new AbortController()
  const spinning = run({ does: 'spin' }, { signal: stop.signal })
  const queued = run({ does: 'answer', value: 1 }, { signal: stop.signal })
  const kept = run({ does: 'answer', value: 2 })
  stop.abort(new Error('deleted'))
  await expect(spinning).rejects.toThrow('deleted')
  await expect(queued).rejects.toThrow('deleted')
  expect(await kept).toBe(2)
})

/** Remembers how a job failed. */
function settled(job: Promise<unknown>): { error: unknown } {
  const state: { error: unknown } = { error: null }
  job.catch((error) => {
    state.error = error
  })
  return state
}

test('ends a worker that has had no job for five minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const before = await run({ does: 'readProcess' })
    vi.advanceTimersByTime(5 * MINUTE_MS - 1)
    expect(await run({ does: 'readProcess' })).toBe(before)
    vi.advanceTimersByTime(5 * MINUTE_MS)
    expect(await run({ does: 'readProcess' })).not.toBe(before)
  } finally {
    vi.useRealTimers()
  }
})

test.skipIf(process.platform !== 'linux')('prefers the server to a worker in time and memory', async () => {
  const pid = Number(await run({ does: 'readProcess' }))
  expect(getPriority(pid)).toBe(Math.min(19, getPriority() + 5))
  expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000')
})

test('passes on the error of a job and keeps its worker', async () => {
  const before = await run({ does: 'readProcess' })
  const error = await run({ does: 'fail' }).catch((error: Error) => error)
  expect(error).toMatchObject({ message: expect.stringMatching(/^this file is no good: x{3000,4000}$/) })
  expect(await run({ does: 'readProcess' })).toBe(before)
})

test('keeps only the beginning of what a worker prints', async () => {
  const error = await run({ does: 'complain' }).catch((error: Error) => error)
  expect(error).toMatchObject({ message: expect.stringMatching(/exit 1 x{1000}$/) })
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

test('lets an organization beyond its share rest, and counts the time of its jobs without their waits', async () => {
  let restMs = 0
  let usedMs = 0
  const shares: OrganizationShares = {
    noteCall: () => undefined,
    use(organizationId, tookMs) {
      usedMs += tookMs
      restMs = organizationId === 'a' ? 60 : restMs
    },
    restMs: (organizationId) => (organizationId === 'a' ? restMs : 0),
  }
  const shared = openWorkerPool({ size: 1, limits: pool.limits, log: silentLog, shares })
  const order: string[] = []
  const answer = (value: number, organizationId: string) =>
    shared.run(JOB, { does: 'answer', value }, { organizationId }).then(() => order.push(organizationId))
  await answer(1, 'a')
  const second = answer(2, 'a')
  await answer(3, 'b')
  await sleep(150)
  expect(order).toEqual(['a', 'b'])
  restMs = 0
  await second
  expect(order).toEqual(['a', 'b', 'a'])
  usedMs = 0
  const beganMs = performance.now()
  let waitedMs = 0
  const answerLater = async (question: number) => {
    const askedMs = performance.now()
    await sleep(100)
    waitedMs += performance.now() - askedMs
    return question
  }
  await shared.run(JOB, { does: 'ask', times: 2 }, { organizationId: 'b', answer: answerLater })
  expect(usedMs).toBeGreaterThan(0)
  expect(usedMs).toBeLessThanOrEqual(performance.now() - beganMs - waitedMs)
  await shared.close()
})

test('keeps passwords of the environment from workers', async () => {
  process.env.DATABASE_URL = 'postgres://boss:secret@db/taffrail'
  // Workers of the other pool began before the password was there.
  const begun = openWorkerPool({ size: 1, limits: pool.limits, log: silentLog })
  const environment = await begun.run(JOB, { does: 'readEnvironment' }, { organizationId: 'a' })
  expect(JSON.stringify(environment)).not.toContain('secret')
  delete process.env.DATABASE_URL
  await begun.close()
})
