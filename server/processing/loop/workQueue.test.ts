import { expect, test } from 'vitest'
import { WorkQueue } from './workQueue.ts'

const M = 60_000_000
const queue = () => new WorkQueue(30 * M, 24 * 60 * M)
const span = (fromMin: number, toMin: number) => ({ fromUs: fromMin * M, toUs: toMin * M })

test('looks once at a backlog that comes in many batches', () => {
  const waiting = queue()
  for (let i = 0; i < 100; i++) waiting.add(1, span(i * 10, i * 10 + 10), i * 50, null)
  expect(waiting.take(5000, 10)).toEqual([])
  expect(waiting.take(6000, 10)).toMatchObject([{ ...span(0, 1000), sinceMs: 0 }])
  expect(waiting.isEmpty).toBe(true)
})

test('does not wait for ever on a backlog that never pauses', () => {
  const waiting = queue()
  for (let ms = 0; ms <= 15_000; ms += 500) waiting.add(1, span(0, 10), ms, null)
  expect(waiting.take(15_001, 10)).toHaveLength(1)
})

test('keeps vessels, and stretches that concern different trips, apart', () => {
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

test('brings a hearing forward, never back', () => {
  const waiting = queue()
  waiting.add(1, span(0, 10), 0, 60_000)
  waiting.add(1, span(10, 11), 0, 100)
  waiting.add(1, span(11, 12), 0, 90_000)
  expect(waiting.take(100, 10)).toMatchObject([span(0, 12)])
})

test('takes a month in days', () => {
  const waiting = queue()
  waiting.add(1, span(0, 2.5 * 24 * 60), 0, 0)
  const days = [waiting.take(0, 1), waiting.take(0, 1), waiting.take(0, 1)].flat()
  expect(days.map(({ fromUs, toUs }) => (toUs - fromUs) / M)).toEqual([1440, 1440, 720])
  expect(waiting.isEmpty).toBe(true)
})

test('what failed more than once is taken alone, whoever else is due', () => {
  const waiting = queue()
  waiting.add(1, span(0, 10), 0, 0)
  for (let failures = 0; failures < 2; failures++)
    for (const work of waiting.take(0, 1)) waiting.putBack(work, 0)
  waiting.add(2, span(0, 10), 0, 1)
  expect(waiting.take(1, 10)).toMatchObject([{ vesselNumber: 1, failures: 2 }])
  expect(waiting.take(1, 10)).toMatchObject([{ vesselNumber: 2 }])
})

test('says how much of a stretch waits, until what was taken is done', () => {
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
