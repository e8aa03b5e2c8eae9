import { expect, test } from 'vitest'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { type ClockCheck, MOST_OFF_MS, openClockCheck } from './clockCheck.ts'

const NOW_MS = Date.UTC(2030, 0, 1)

/** A process and two stores, all with a clock of their own. Tests move the time. */
async function openProcess(aheadMs: number, stores: ('records' | 'telemetry')[] = ['records', 'telemetry']) {
  const logged: string[] = []
  const note = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`)
  const wall = fixedClock(NOW_MS + aheadMs)
  const time = { steadyMs: 1000, storeMs: NOW_MS, isAway: false }
  const check = await openClockCheck({
    ...{ clock: wall, steadyMs: () => time.steadyMs, everyMs: 3_600_000 },
    stores: stores.map((name) => ({
      name,
      nowMs: async () => (time.isAway ? Promise.reject(new Error('away')) : time.storeMs),
    })),
    log: { info: note, warn: note, error: note },
  })
  // The first round follows the check of the start.
  await new Promise((resolve) => setImmediate(resolve))
  const pass = (ms: number, wallMs = ms) => {
    time.steadyMs += ms
    time.storeMs += ms
    wall.set(wall.nowMs() + wallMs)
  }
  return { check, wall, time, pass, logged }
}
/** Asks until the check that the question began has ended. */
const becomes = (check: ClockCheck, logged: string[], message: string) =>
  expect.poll(() => check.isRight() !== undefined && logged.at(-1), { interval: 1 }).toContain(message)

test('finds the clock wrong beyond 30 s, in both directions, and right up to then', async () => {
  for (const [aheadMs, isRight] of [
    [-MOST_OFF_MS, true],
    [MOST_OFF_MS, true],
    [-MOST_OFF_MS - 1, false],
    [MOST_OFF_MS + 1, false],
  ] as const) {
    const { check, logged } = await openProcess(aheadMs)
    expect(check.isRight()).toBe(isRight)
    expect(check.figures()).toMatchObject({ isRight, aheadMs: [{ ms: aheadMs }, { ms: aheadMs }] })
    expect(logged.some((line) => line.includes('no data is taken'))).toBe(!isRight)
    await check.close()
  }
})

test('takes the time of the records, whatever the clock of the process', async () => {
  const { check, pass, time } = await openProcess(-100_000)
  expect(check.clock.nowMs()).toBe(NOW_MS)
  time.isAway = true
  pass(5000, -3_600_000)
  expect(check.clock.nowMs()).toBe(NOW_MS + 5000)
  await check.close()
})

test('finds a clock that is set while it runs wrong at once, and right once it is set back', async () => {
  const { check, pass, logged } = await openProcess(0)
  pass(1000)
  expect(check.isRight()).toBe(true)
  pass(1000, 101_000)
  expect(check.isRight()).toBe(false)
  await becomes(check, logged, 'no data is taken')
  expect(check.figures()).toMatchObject({ jumps: 1, lastJump: { byMs: 100_000 } })
  pass(1000, -99_000)
  expect(check.isRight()).toBe(true)
  await becomes(check, logged, 'the clocks agree again')
  await check.close()
})

test('takes data again after the machine was suspended', async () => {
  const { check, wall, time, logged } = await openProcess(0)
  // The monotonic clock stood still meanwhile.
  time.storeMs += 3_600_000
  wall.set(wall.nowMs() + 3_600_000)
  expect(check.isRight()).toBe(false)
  await expect.poll(() => check.isRight(), { interval: 1 }).toBe(true)
  expect(logged).toMatchObject([expect.stringContaining('jumped')])
  await check.close()
})

test('has the clock of the process where no store has another one, and notices its jumps', async () => {
  const { check, wall, pass } = await openProcess(0, [])
  pass(1000, -2_000)
  expect(check.clock.nowMs()).toBe(wall.nowMs())
  expect(check.isRight()).toBe(true)
  await check.close()
})
