import { expect, test } from 'vitest'
import { atOnce, inTurns, type Stages } from './stages.ts'

function* counting(stages: number, spinMs: number): Stages<number> {
  for (let stage = 1; stage < stages; stage++) {
    for (const untilMs = performance.now() + spinMs; performance.now() < untilMs; );
    yield
  }
  return stages
}

test('gives the same result at once and in turns', async () => {
  expect(atOnce(counting(5, 0))).toBe(5)
  expect(await inTurns(counting(5, 0))).toBe(5)
})

test('lets the event loop turn after each long stage', async () => {
  let turns = 0
  let isEnded = false
  const turn = () => {
    turns++
    if (!isEnded) setImmediate(turn)
  }
  setImmediate(turn)
  await inTurns(counting(5, 6))
  isEnded = true
  expect(turns).toBeGreaterThanOrEqual(4)
})
