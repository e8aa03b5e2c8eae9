import { expect, test } from 'vitest'
import { DAY_S } from '#contract/domain/time.ts'
import { FLEET, seedOf } from './fleet.ts'
import { hasHouseSensors, houseAt, nextHouse } from './house.ts'

const MONTH_S = 30 * DAY_S
const FROM_S = 20_700 * DAY_S

test('fails a pump and the shore power within a month, reported often enough to be held', () => {
  const longest = { pump: 0, shore: 0 }
  for (const boat of FLEET.filter(hasHouseSensors)) {
    const seed = seedOf(boat)
    const since = { pump: Number.NaN, shore: Number.NaN }
    let reports = 0
    let lastS = Number.NEGATIVE_INFINITY
    for (let second = FROM_S; second < FROM_S + MONTH_S; ) {
      const { isPumping, shoreV } = houseAt(seed, second)
      reports++
      for (const [name, isOn] of [
        ['pump', isPumping],
        ['shore', shoreV < 80],
      ] as const) {
        if (!isOn) since[name] = Number.NaN
        else if (!(second - lastS <= 5) || Number.isNaN(since[name])) since[name] = second
        longest[name] = Math.max(longest[name], second - since[name] || 0)
      }
      lastS = second
      second = Math.min(nextHouse(seed, second), (Math.floor(second / 3600) + 1) * 3600)
    }
    // A month at the berth has about 20,000 reports.
    expect(reports, boat.name).toBeLessThan(6000)
  }
  expect(longest.pump).toBeGreaterThan(600)
  expect(longest.shore).toBeGreaterThan(600)
})
