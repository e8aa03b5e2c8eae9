import { expect, test } from 'vitest'
import { giveWay } from './giveWay.ts'

const spend = (ms: number) => {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

test('makes a turn of the event loop in long work, and none in short work', async () => {
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  await new Promise(setImmediate)
  const before = turns
  for (let n = 0; n < 3; n++) await giveWay()
  expect(turns).toBe(before)
  for (let n = 0; n < 4; n++) {
    spend(6)
    await giveWay()
  }
  clearImmediate(counting)
  expect(turns).toBeGreaterThanOrEqual(before + 2)
})
