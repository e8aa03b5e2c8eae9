import { setTimeout as later } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openThrottle, type Throttle } from '#server/platform/throttle.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { Runner } from './runner.ts'
import type { Step, VesselWork } from './step.ts'

const NOW_MS = 1_000_000_000
const vessel = (number: number): DirectoryEntry => ({
  ...{ id: String(number), number, organizationId: '', departmentId: '', captainId: null, topSpeedMps: null },
})
const FLEET = new Map(Array.from({ length: 20 }, (_, i) => [i + 1, vessel(i + 1)]))
const span = { fromUs: 0, toUs: 1_000_000 }

function step(name: string, run: Step['run'], more: Partial<Step> = {}): Step {
  const most = { reachUs: 0, longestUs: Infinity, mostWorks: 100, mostUs: Infinity }
  return { name, ...most, takesTurns: true, isAwaited: true, run, ...more }
}

function runnerOf(
  steps: Step[],
  clock = fixedClock(NOW_MS),
  throttle: Pick<Throttle, 'restMs'> = openThrottle(),
) {
  const refresh = async () => undefined
  return {
    clock,
    runner: new Runner({ steps, vessels: () => FLEET, refresh, clock, log: silentLog, throttle }),
  }
}

const numbers = (works: readonly VesselWork[]) => works.map(({ vessel }) => vessel.number)
/** A promise with its resolve function. */
const deferred = () => Promise.withResolvers<void>()

test('takes many vessels in one run', async () => {
  const runs: number[][] = []
  const { runner } = runnerOf([step('a', async (works) => void runs.push(numbers(works)))])
  for (const number of FLEET.keys()) runner.wake('a', number, span, 'live')
  await runner.idle()
  expect(runs).toEqual([[...FLEET.keys()]])
})

test('does requested work first, then live work, and lets steps take turns', async () => {
  const order: string[] = []
  const note = (name: string) =>
    step(name, async ([work]) => void order.push(`${name} ${work?.share}`), { mostWorks: 1 })
  const { runner } = runnerOf([note('a'), note('b')])
  for (const share of ['backlog', 'live', 'asked'] as const) {
    for (const number of [1, 2]) for (const name of ['a', 'b']) runner.wake(name, number, span, share)
  }
  await runner.idle()
  const ofShare = ['a asked', 'b asked', 'a asked', 'b asked']
  const all = ['asked', 'live', 'backlog'].flatMap((share) =>
    ofShare.map((one) => one.replace('asked', share)),
  )
  expect(order).toEqual(all)
})

test('runs one step of a vessel at a time, and steps of other vessels meanwhile', async () => {
  const first = deferred()
  const running: string[] = []
  const slow = step('slow', async () => {
    running.push('slow')
    await first.promise
  })
  const quick = step('quick', async (works) => void running.push(...numbers(works).map((n) => `quick ${n}`)))
  const { runner } = runnerOf([slow, quick])
  runner.wake('slow', 1, span, 'backlog')
  const slowRun = runner.idle(['backlog'])
  await vi.waitFor(() => expect(running).toEqual(['slow']))
  runner.wake('quick', 1, span, 'live')
  runner.wake('quick', 2, span, 'live')
  const quickRun = runner.idle(['live'])
  await vi.waitFor(() => expect(running).toEqual(['slow', 'quick 2']))
  expect(runner.waiting(1, span)).toBe(1)
  first.resolve()
  await Promise.all([slowRun, quickRun])
  expect(running).toEqual(['slow', 'quick 2', 'quick 1'])
  expect(runner.waiting(1, span)).toBe(0)
})

test('counts waiting work of awaited steps in an interval, and the backlog of all steps before a moment', async () => {
  const held = deferred()
  const { runner } = runnerOf([
    step('trips', async () => undefined),
    step('rules', () => held.promise, { isAwaited: false }),
  ])
  runner.wake('rules', 1, span, 'backlog')
  expect([runner.waiting(1, span), runner.waitingBeforeUs(span.toUs)]).toEqual([0, 2_000_000])
  // Live work may be due in ten minutes.
  runner.wake('rules', 2, span, 'live')
  expect(runner.waitingBeforeUs(span.toUs)).toBe(2_000_000)
  held.resolve()
  await runner.idle()
  expect(runner.waitingBeforeUs(span.toUs)).toBe(0)
})

test('does live work beside an endless backlog, and the backlog beside live work', async () => {
  const done = { live: 0, backlog: 0 }
  const both = step('a', async (works) => {
    for (const { vessel, share } of works) {
      done[share as 'live' | 'backlog']++
      clock.set(clock.nowMs() + 20_000)
      if (done.live + done.backlog < 200) runner.wake('a', vessel.number, span, share)
    }
  })
  const { runner, clock } = runnerOf([both])
  runner.wake('a', 1, span, 'live')
  runner.wake('a', 2, span, 'backlog')
  clock.set(NOW_MS + 20_000)
  runner.start()
  await vi.waitFor(() => expect(Math.min(done.live, done.backlog)).toBeGreaterThan(5), { timeout: 20_000 })
  await runner.close()
})

test('searches again after a run of another slot during the search', async () => {
  const searched: string[] = []
  const slow = Promise.withResolvers<void>()
  let leaves = false
  const { runner } = runnerOf([
    {
      ...step('leaving', async () => {
        leaves = true
      }),
      find: async () => {
        searched.push(leaves ? 'afterwards' : 'before')
        return []
      },
    },
    {
      ...step('slow', async () => undefined),
      async find(_nowMs, all) {
        if (all) await slow.promise
        return []
      },
    },
  ])
  const idle = runner.idle()
  await vi.waitFor(() => expect(searched).toEqual(['before']))
  runner.start()
  runner.wake('leaving', 1, span, 'live')
  await vi.waitFor(() => expect(leaves).toBe(true))
  searched.length = 0
  slow.resolve()
  await idle
  expect(searched).toContain('afterwards')
  await runner.close()
})

test('rests longer after a backlog run while API requests come, and not after live runs', async () => {
  const rested: string[] = []
  const throttle = {
    restMs: () => {
      rested.push(done.at(-1) ?? '')
      return 0
    },
  }
  const done: string[] = []
  const { runner, clock } = runnerOf(
    [step('a', async ([work]) => void done.push(work?.share ?? ''))],
    fixedClock(NOW_MS),
    throttle,
  )
  runner.wake('a', 1, span, 'live')
  runner.start()
  await vi.waitFor(() => expect(done).toEqual(['live']))
  runner.wake('a', 2, span, 'backlog')
  clock.set(NOW_MS + 20_000)
  await vi.waitFor(() => expect(rested).toEqual(['backlog']))
  await runner.close()
})

test('joins works of a backlog that lie further apart than live ones may', async () => {
  const runs: number[] = []
  const reachUs: Step['reachUs'] = (share) => (share === 'backlog' ? 10_000_000 : 0)
  const { runner } = runnerOf([step('a', async (works) => void runs.push(works.length), { reachUs })])
  for (const share of ['live', 'backlog'] as const)
    for (const fromUs of [0, 5_000_000]) runner.wake('a', 1, { fromUs, toUs: fromUs + 1_000_000 }, share)
  await runner.idle()
  expect(runs).toEqual([2, 1])
})

test('runs two steps of a backlog at once, and each of them once', async () => {
  const held = deferred()
  const order: string[] = []
  const steps = ['a', 'b', 'c'].map((name) =>
    step(
      name,
      async (works) => {
        order.push(`${name} ${numbers(works)}`)
        await held.promise
      },
      { mostWorks: 1 },
    ),
  )
  const { runner, clock } = runnerOf(steps)
  for (const [i, { name }] of steps.entries())
    for (const number of [1, 2]) runner.wake(name, 2 * i + number, span, 'backlog')
  clock.set(NOW_MS + 20_000)
  runner.start()
  await vi.waitFor(() => expect(order).toEqual(['a 1', 'b 3']))
  runner.wake('a', 7, span, 'live')
  await vi.waitFor(() => expect(order).toEqual(['a 1', 'b 3', 'a 7']))
  held.resolve()
  await vi.waitFor(() => expect(order).toHaveLength(7))
  await runner.close()
})

test('runs requested work, then live work, and one backlog beside them', async () => {
  const held = deferred()
  const order: string[] = []
  const one = step(
    'a',
    async ([work]) => {
      order.push(`${work?.share} ${work?.vessel.number}`)
      if (work?.share === 'backlog') await held.promise
    },
    { mostWorks: 1 },
  )
  const { runner, clock } = runnerOf([one])
  for (const number of [1, 2]) runner.wake('a', number, span, 'backlog')
  for (const number of [3, 4]) runner.wake('a', number, span, 'live')
  for (const number of [5, 6]) runner.wake('a', number, span, 'asked')
  clock.set(NOW_MS + 20_000)
  runner.start()
  const ofPeople = () => order.filter((one) => !one.startsWith('backlog'))
  await vi.waitFor(() => expect(ofPeople()).toEqual(['asked 5', 'asked 6', 'live 3', 'live 4']))
  // The worker slot of these runs is free for the next, though a backlog waits.
  runner.wake('a', 7, span, 'live')
  await vi.waitFor(() => expect(ofPeople().at(-1)).toBe('live 7'))
  expect(order.filter((one) => one.startsWith('backlog'))).toEqual(['backlog 1'])
  held.resolve()
  await runner.close()
})

test('runs a step without turns while another step waits', async () => {
  const trips = deferred()
  const evaluated = deferred()
  const slow = step('trips', () => trips.promise, { find: () => trips.promise.then(() => []) })
  const quick = step('rules', async () => evaluated.resolve(), { takesTurns: false })
  const { runner, clock } = runnerOf([slow, quick])
  for (const name of ['trips', 'rules']) runner.wake(name, 1, span, 'live')
  clock.set(NOW_MS + 1000)
  runner.start()
  await evaluated.promise
  trips.resolve()
  await runner.close()
})

test('puts failed work back, tries it alone, and continues with other vessels', async () => {
  const runs: number[][] = []
  const poisoned = step('a', async (works) => {
    runs.push(numbers(works))
    if (numbers(works).includes(3)) throw new Error('no')
  })
  const { runner } = runnerOf([poisoned])
  for (const number of [1, 2, 3, 4]) runner.wake('a', number, span, 'live')
  await expect(runner.idle()).rejects.toThrow('no')
  expect(runs.slice(0, 3)).toEqual([[1, 2, 3, 4], [1, 2, 3, 4], [1]])
  expect(runner.oldestMs('a')).toEqual(new Map([[3, NOW_MS]]))
  expect(runner.figures()).toMatchObject([{ step: 'a', waiting: 1, failures: 1 }])
})

test('tries again after a second, then after twice as long each time, at most five minutes', async () => {
  let tries = 0
  let looks = 0
  const failing = step('failing', async () => {
    tries++
    throw new Error('no')
  })
  const other = step('other', async () => void looks++)
  const { runner, clock } = runnerOf([failing, other])
  /** Waits until the worker slot that could take the failing work has had two turns. */
  const looked = async () => {
    for (let i = 0; i < 2; i++) {
      const before = looks
      runner.wake('other', 2, span, 'live')
      await vi.waitFor(() => expect(looks).toBe(before + 1))
    }
  }
  runner.wake('failing', 1, span, 'live')
  runner.start()
  await vi.waitFor(() => expect(tries).toBe(1))
  await looked()
  const delays = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map((s) => s * 1000)
  for (const [i, delayMs] of delays.entries()) {
    clock.set(clock.nowMs() + delayMs - 1)
    await looked()
    expect(tries, `${delayMs} ms are not over`).toBe(i + 1)
    clock.set(clock.nowMs() + 1)
    await vi.waitFor(() => expect(tries).toBe(i + 2))
  }
  await runner.close()
})

test('counts how much work of each step waits and for how long', async () => {
  const { runner, clock } = runnerOf([step('a', async () => undefined), step('b', async () => undefined)])
  runner.wake('a', 1, span, 'backlog')
  clock.set(NOW_MS + 3000)
  runner.wake('a', 2, span, 'live')
  clock.set(NOW_MS + 7000)
  expect(runner.figures()).toEqual([
    { step: 'a', waiting: 2, lagS: 7, failures: 0 },
    { step: 'b', waiting: 0, lagS: 0, failures: 0 },
  ])
  await runner.idle()
  expect(runner.figures()[0]).toEqual({ step: 'a', waiting: 0, lagS: 0, failures: 0 })
})

test('runs other steps while a step rests after a live run', async () => {
  const runs: string[] = []
  const heavy = step('heavy', async () => void runs.push('heavy'), { restFactor: Number.POSITIVE_INFINITY })
  const other = step('other', async () => void runs.push('other'))
  const { runner } = runnerOf([heavy, other])
  runner.wake('heavy', 1, span, 'live')
  runner.start()
  await vi.waitFor(() => expect(runs).toEqual(['heavy']))
  runner.wake('heavy', 1, span, 'live')
  for (const count of [1, 2]) {
    runner.wake('other', 2, span, 'live')
    await vi.waitFor(() => expect(runs).toEqual(['heavy', ...Array(count).fill('other')]))
  }
  await runner.close()
})

test('waits for an outside service only when asked to', async () => {
  let asked = 0
  const { runner } = runnerOf([step('weather', async () => void asked++)])
  runner.wake('weather', 1, span, 'outside')
  await runner.idle()
  expect(asked).toBe(0)
  await runner.idle(['outside'])
  expect(asked).toBe(1)
})

test('finds waiting work in the records, and takes none twice', async () => {
  const left = new Set([1, 2, 3])
  const finding = step(
    'a',
    async (works) => {
      for (const number of numbers(works)) expect(left.delete(number)).toBe(true)
    },
    {
      mostWorks: 1,
      find: async () =>
        [...left].map((vesselNumber) => ({ vesselNumber, ...span, share: 'backlog' as const })),
    },
  )
  const { runner } = runnerOf([finding])
  await runner.idle()
  expect(left.size).toBe(0)
  // The directory does not have this vessel yet.
  left.add(1000)
  await runner.idle()
  expect([...left]).toEqual([1000])
})

test('starts the work that another step returns, as old as its cause', async () => {
  const since: number[] = []
  const first = step('first', async ([work]) => [
    { step: 'second', vesselNumber: 1, ...span, share: 'live', sinceMs: work?.sinceMs ?? 0 },
  ])
  const second = step('second', async ([work]) => void since.push(work?.sinceMs ?? 0))
  const { runner } = runnerOf([first, second])
  runner.wake('first', 1, span, 'live', 5)
  await runner.idle()
  expect(since).toEqual([5])
})

test('stops during a run, and finishes the steps that show results', async () => {
  const saved: number[] = []
  const began = deferred()
  const endless = step('endless', () => {
    began.resolve()
    return new Promise<void>(() => undefined)
  })
  const { runner } = runnerOf([endless])
  runner.wake('endless', 1, span, 'live')
  runner.start()
  await began.promise
  // The shorter of two timers that begin together ends first, even on a busy machine.
  const late = later(5000, 'late', { ref: false })
  expect(await Promise.race([runner.close(), late])).toBeUndefined()

  const finished = step('states', async (works) => void saved.push(...numbers(works)), { isFinished: true })
  const calm = runnerOf([finished]).runner
  calm.wake('states', 7, span, 'live')
  await calm.close()
  expect(saved).toEqual([7])
})

test('begins no backlog run once it is closing', async () => {
  const held = deferred()
  const runs: number[][] = []
  const slow = step(
    'a',
    async (works) => {
      runs.push(numbers(works))
      await held.promise
    },
    { mostWorks: 1 },
  )
  const { runner, clock } = runnerOf([slow])
  for (const number of FLEET.keys()) runner.wake('a', number, span, 'backlog')
  clock.set(NOW_MS + 20_000)
  runner.start()
  await vi.waitFor(() => expect(runs).toEqual([[1]]))
  const closed = runner.close()
  held.resolve()
  await closed
  expect(runs).toEqual([[1]])
})

test('does not begin work again that is under way, however often it is found', async () => {
  const held = deferred()
  const runs: number[][] = []
  let looks = 0
  const finding = step(
    'a',
    async (works) => {
      runs.push(numbers(works))
      await held.promise
    },
    {
      find: async () => {
        looks++
        return runs.length < 2 ? [{ vesselNumber: 1, ...span, share: 'backlog' as const }] : []
      },
    },
  )
  const { runner } = runnerOf([finding])
  runner.start()
  await vi.waitFor(() => expect(runs).toEqual([[1]]))
  const before = looks
  await vi.waitFor(() => expect(looks).toBeGreaterThan(before + 2))
  expect(runner.figures()).toMatchObject([{ waiting: 1 }])
  held.resolve()
  await runner.close()
})

test('runs with the vessels as they are after a change during a search', async () => {
  let topSpeedMps = 10
  let known = new Map<number, DirectoryEntry>()
  const ran = Promise.withResolvers<number | null | undefined>()
  const searched = step('a', async ([work]) => ran.resolve(work?.vessel.topSpeedMps), {
    async find() {
      if (topSpeedMps === 10) runner.wake('a', 1, span, 'live')
      topSpeedMps = 5
      return []
    },
  })
  const runner = new Runner({
    ...{ steps: [searched], vessels: () => known, clock: fixedClock(NOW_MS), log: silentLog },
    throttle: openThrottle(),
    async refresh() {
      known = new Map([[1, { ...vessel(1), topSpeedMps }]])
    },
  })
  runner.start()
  expect(await ran.promise).toBe(5)
  await runner.close()
})

test('looks again at once after the work of an outside service, which may have changed meanwhile', async () => {
  const [first, second] = [deferred(), deferred()]
  const done: number[] = []
  const forecasts = step(
    'weather',
    async (works) => {
      done.push(...numbers(works))
      if (done.length === 1) await first.promise
      else second.resolve()
    },
    {
      findEveryMs: 3_600_000,
      find: async () => (done.length < 2 ? [{ ...span, vesselNumber: 1, share: 'outside' as const }] : []),
    },
  )
  const { runner } = runnerOf([forecasts])
  runner.start()
  await vi.waitFor(() => expect(done).toEqual([1]))
  first.resolve()
  await second.promise
  expect(done).toEqual([1, 1])
  await runner.close()
})
