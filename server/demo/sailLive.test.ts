import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FLEET } from '#simulator/fleet.ts'
import { pretendBoat } from '#simulator/pretendBoat.ts'
import { sailLive } from './sailLive.ts'

const FROM_S = Date.UTC(2026, 5, 18, 12) / 1000

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(FROM_S * 1000)
})
afterEach(() => {
  vi.useRealTimers()
})

/** A boat, the intervals that it generated, and the second of its last message. */
function boatOf(index: number) {
  const boat = FLEET[index]
  if (!boat) throw new Error('the fleet is too small')
  const pretend = pretendBoat(boat, [])
  const made: [fromS: number, toS: number][] = []
  const sentS: number[] = []
  return {
    made,
    sentS,
    pretend: {
      ...pretend,
      between(fromS: number, toS: number, options: Parameters<typeof pretend.between>[2]) {
        made.push([fromS, toS])
        return pretend.between(fromS, toS, options)
      },
    },
    uplink: {
      send: () => void sentS.push(Math.floor(Date.now() / 1000)),
      close: async () => undefined,
    },
  }
}

test('sends what a boat kept while it had no link, each second once, and nothing of others later', async () => {
  const [near, far] = [boatOf(0), boatOf(1)]
  const [lostS, backS] = [FROM_S + 30, FROM_S + 330]
  const live = sailLive(
    [near, { ...far, isOutOfReach: (second) => second >= lostS && second < backS }],
    FROM_S,
    { nowMs: () => Date.now() },
  )
  await vi.advanceTimersByTimeAsync(200_100)
  expect(far.sentS.filter((second) => second >= lostS)).toEqual([])
  // A restart fills in from here, or it would lose the data that the boat keeps.
  expect(live.sentUntilS()).toBe(lostS - 1)
  expect(near.sentS.at(-1)).toBe(FROM_S + 200)
  await vi.advanceTimersByTimeAsync(200_100)
  live.stop()
  for (const { made } of [near, far]) {
    expect(made[0]?.[0]).toBe(FROM_S)
    for (const [i, [fromS]] of made.entries()) if (i > 0) expect(fromS).toBe(made[i - 1]?.[1])
    expect(made.at(-1)?.[1]).toBe(FROM_S + 400)
  }
  expect(near.made).toHaveLength(400)
  expect(far.made.filter(([, toS]) => toS > lostS && toS <= backS).length).toBeLessThanOrEqual(6)
})
