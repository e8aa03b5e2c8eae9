import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WorkQueue } from './workQueue.ts'

const M = 60_000_000
const queue = () => new WorkQueue(30 * M, 24 * 60 * M)
const span = (fromMin: number, toMin: number) => ({ fromUs: fromMin * M, toUs: toMin * M })

test('takes a backlog of many batches once', () => {
  const waiting = queue()
  for (let i = 0; i < 100; i++) waiting.add(1, span(i * 10, i * 10 + 10), i * 50, null)
  expect(waiting.take(5000, 10)).toEqual([])
  expect(waiting.take(6000, 10)).toMatchObject([{ ...span(0, 1000), sinceMs: 0 }])
  expect(waiting.isEmpty).toBe(true)
})

test('takes a backlog that never pauses after at most 15 s', () => {
  const waiting = queue()
  for (let ms = 0; ms <= 15_000; ms += 500) waiting.add(1, span(0, 10), ms, null)
  expect(waiting.take(15_001, 10)).toHaveLength(1)
})

test('takes a backlog once although its batches are seconds apart, where a run takes long', () => {
  for (const everyMs of [2000, 4000]) {
    const waiting = queue()
    let runs = 0
    for (let ms = 0; ms < 60_000; ms += 100) {
      if (ms % everyMs === 0) waiting.add(1, span(ms / 1000, ms / 1000), ms, null)
      const taken = waiting.take(ms, 10)
      runs += taken.length
      waiting.done(taken, 2000)
    }
    // The first run comes before the pause is known.
    expect(runs, `${everyMs}`).toBeLessThanOrEqual(5)
    expect(waiting.take(60_000 + 3 * everyMs, 10)).toHaveLength(1)
  }
})

test('takes each batch of a backlog after a second where a run is short', () => {
  const waiting = queue()
  for (let second = 0; second < 60; second += 5) {
    waiting.add(1, span(second, second), second * 1000, null)
    const taken = waiting.take(second * 1000 + 1000, 10)
    expect(taken).toHaveLength(1)
    waiting.done(taken, 90)
  }
})

test('takes a single late batch after a second, also when one comes each minute', () => {
  const waiting = queue()
  for (let minute = 0; minute < 10; minute++) {
    waiting.add(1, span(0, 10), minute * 60_000, null)
    expect(waiting.take(minute * 60_000 + 1000, 10)).toHaveLength(1)
  }
})

test('spends at most a tenth of the time on a backlog that goes on, however long a run takes', () => {
  for (const runMs of [10, 1000, 5000, 20_000]) {
    const waiting = queue()
    let busyMs = 0
    for (let ms = 0; ms < 3_600_000; ms += 500) {
      waiting.add(1, span(0, 10), ms, null)
      const taken = waiting.take(ms, 10)
      if (taken.length === 0) continue
      busyMs += runMs
      ms += runMs
      waiting.done(taken, runMs)
    }
    expect(busyMs / 3_600_000, `${runMs}`).toBeLessThanOrEqual(0.1)
  }
})

test('takes hastened work at once, without later data, and a failed work not before its time', () => {
  const waiting = queue()
  waiting.add(1, span(0, 10), 0, null)
  const [failed] = waiting.take(2000, 1)
  if (failed) waiting.putBack(failed, 9000)
  waiting.add(2, span(0, 10), 2000, null)
  waiting.add(3, span(20, 30), 2000, 60_000)
  waiting.hasten(2000, 20 * M)
  expect(waiting.take(2000, 10)).toMatchObject([{ vesselNumber: 2 }])
  expect(waiting.take(9000, 10)).toMatchObject([{ vesselNumber: 1 }])
})

test('keeps vessels apart, and intervals that concern different trips', () => {
  const waiting = queue()
  waiting.add(1, span(0, 10), 0, 100)
  waiting.add(1, span(500, 510), 0, 200)
  waiting.add(2, span(0, 10), 50, 50)
  expect(waiting.take(200, 2)).toMatchObject([{ vesselNumber: 2 }, { vesselNumber: 1, ...span(0, 10) }])
  expect([...waiting.oldestMs()]).toEqual([
    [1, 0],
    [2, 50],
  ])
  expect(waiting.take(200, 2)).toMatchObject([span(500, 510)])
})

test('moves the due time of work forward, never back', () => {
  const waiting = queue()
  waiting.add(1, span(0, 10), 0, 60_000)
  waiting.add(1, span(10, 11), 0, 100)
  waiting.add(1, span(11, 12), 0, 90_000)
  expect(waiting.take(100, 10)).toMatchObject([span(0, 12)])
})

test('takes live work before it is due once the vessel has stopped sending', () => {
  const waiting = queue()
  const sent = (ms: number) => waiting.add(1, span(ms / 1000, ms / 1000), ms, 600_000)
  for (let ms = 0; ms <= 60_000; ms += 1000) sent(ms)
  expect(waiting.take(62_999, 1)).toEqual([])
  expect(waiting.take(63_000, 1)).toHaveLength(1)
})

test('waits for the due time of work while the vessel sends, however rarely', () => {
  for (const everyMs of [1000, 5000, 20_000]) {
    const waiting = queue()
    for (let ms = 0; ms < 300_000; ms += everyMs) {
      expect(waiting.take(ms, 1), `${everyMs}`).toEqual([])
      // Five devices, one a little after the other.
      for (const atMs of [0, 100, 200, 300, 400].map((later) => ms + later))
        waiting.add(1, span(ms / 1000, ms / 1000), atMs, 600_000)
    }
  }
})

test('splits a month into days', () => {
  const waiting = queue()
  waiting.add(1, span(0, 2.5 * 24 * 60), 0, 0)
  const days = [waiting.take(0, 1), waiting.take(0, 1), waiting.take(0, 1)].flat()
  expect(days.map(({ fromUs, toUs }) => (toUs - fromUs) / M)).toEqual([1440, 1440, 720])
  expect(waiting.isEmpty).toBe(true)
})

test('takes work that failed more than once alone, after other due work', () => {
  const waiting = queue()
  waiting.add(1, span(0, 10), 0, 0)
  for (let failures = 0; failures < 2; failures++)
    for (const work of waiting.take(0, 1)) waiting.putBack(work, 0)
  waiting.add(2, span(0, 10), 0, 1)
  waiting.add(3, span(0, 10), 0, 1)
  expect(waiting.take(1, 10)).toMatchObject([{ vesselNumber: 2 }, { vesselNumber: 3 }])
  for (const number of [2, 3]) waiting.add(number, span(0, 10), 0, 1)
  expect(waiting.take(1, 10)).toMatchObject([{ vesselNumber: 1, failures: 2 }])
  expect(waiting.take(1, 10)).toHaveLength(2)
})

test('takes one work of each vessel before a second one, longest served first', () => {
  const waiting = queue()
  for (let day = 0; day < 5; day++) waiting.add(1, span(day * 1440, day * 1440 + 10), 0, 0)
  for (const number of [2, 3]) waiting.add(number, span(0, 10), 0, 5)
  const numbers = (limit: number) => waiting.take(5, limit).map(({ vesselNumber }) => vesselNumber)
  expect(numbers(4)).toEqual([1, 2, 3, 1])
  waiting.add(2, span(0, 10), 0, 5)
  waiting.add(4, span(0, 10), 0, 5)
  expect(numbers(2)).toEqual([4, 1])
  expect(numbers(5)).toEqual([2, 1, 1])
})

test('takes at most as much work of one vessel as allowed', () => {
  const waiting = new WorkQueue(0, 24 * 60 * M, { mostOfVessel: 1 })
  for (let hour = 0; hour < 5; hour++) waiting.add(1, span(hour * 60, hour * 60), 0, 0)
  expect(waiting.take(0, 10)).toMatchObject([span(0, 0)])
  expect(waiting.take(0, 10)).toMatchObject([span(60, 60)])
})

test('takes the last day of a vessel before older days when set to', () => {
  const waiting = new WorkQueue(0, 24 * 60 * M, { isRecentFirst: true })
  const nowMin = 100 * 1440
  for (const fromMin of [10, 20, nowMin - 60, nowMin - 10]) waiting.add(1, span(fromMin, fromMin), 0, 0)
  const taken = waiting.take(nowMin * 60_000, 10).map(({ fromUs }) => fromUs / M)
  expect(taken).toEqual([nowMin - 60, nowMin - 10, 10, 20])
})

test('keeps at most a thousand works of a vessel, and joins over the shortest gaps, never over years', () => {
  const waiting = queue()
  const yearsMin = 16 * 365 * 1440
  waiting.add(1, span(0, 0), 0, 0)
  for (let i = 0; i < 5000; i++) waiting.add(1, span(yearsMin + i * 31, yearsMin + i * 31), 0, 0)
  expect(waiting.depth).toBeLessThanOrEqual(1000)
  expect(waiting.holds(1, span(yearsMin / 2, yearsMin - 1))).toBe(false)
  for (const i of [0, 1, 2500, 4999])
    expect(waiting.holds(1, span(yearsMin + i * 31, yearsMin + i * 31))).toBe(true)
})

test('serves each vessel with the next run but one, whatever another vessel adds', () => {
  const minute = fc.integer({ min: 0, max: 20 * 365 * 1440 })
  const worst = fc.array(fc.tuple(minute, fc.oneof(fc.constant(0), fc.constant(10), minute)), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(fc.array(worst, { minLength: 1, maxLength: 20 }), fc.boolean(), (batches, isRecentFirst) => {
      const waiting = new WorkQueue(30 * M, 24 * 60 * M, { isRecentFirst, mostOfVessel: 1 })
      const waitsSince = new Map<number, number>()
      for (const [run, batch] of batches.entries()) {
        for (const [fromMin, lengthMin] of batch) waiting.add(1, span(fromMin, fromMin + lengthMin), run, run)
        for (const number of [2, 3, 4]) {
          waiting.add(number, span(run, run), run, run)
          if (!waitsSince.has(number)) waitsSince.set(number, run)
        }
        for (const { vesselNumber } of waiting.take(run, 50, 24 * 60 * M)) waitsSince.delete(vesselNumber)
        for (const since of waitsSince.values()) expect(run - since).toBeLessThan(2)
      }
    }),
    { numRuns: 50 },
  )
})

test('measures how much of an interval waits, until the taken work is done', () => {
  const waiting = queue()
  waiting.add(1, span(0, 60), 0, 0)
  waiting.add(1, span(300, 300), 0, 1)
  const waitingM = (fromMin: number, toMin: number, vessel?: number) =>
    Math.round(waiting.waitingUs(span(fromMin, toMin), vessel) / M)
  expect([waitingM(-30, 20, 1), waitingM(10, 90, 1), waitingM(10, 90, 2), waitingM(90, 200, 1)]).toEqual([
    20, 50, 0, 0,
  ])
  // A moment is little, but not nothing.
  expect(waiting.waitingUs(span(280, 320), 1)).toBe(1_000_000)
  const taken = waiting.take(0, 1)
  expect(waitingM(0, 60, 1)).toBe(60)
  waiting.done(taken)
  expect(waitingM(0, 60)).toBe(0)
})

test('expects no result of work whose last try failed', () => {
  const waiting = queue()
  waiting.add(1, span(0, 60), 0, 0)
  const [taken] = waiting.take(0, 1)
  expect([waiting.expects(1, span(50, 90)), waiting.expects(1, span(90, 95))]).toEqual([true, false])
  if (taken) waiting.putBack(taken, 1000)
  expect([waiting.holds(1, span(50, 90)), waiting.expects(1, span(50, 90))]).toEqual([true, false])
})
