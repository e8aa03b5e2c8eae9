import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { openOrganizationShares } from './organizationShares.ts'
import { openTurns, type Turn } from './turns.ts'

const settled = () => new Promise(setImmediate)

test('keeps every limit, leaves no turn unused and serves all work, however turns begin, pause and end', async () => {
  const step = fc.record({
    of: fc.constantFrom('a', 'b', 'c', null),
    act: fc.constantFrom('nothing', 'pause', 'goOn', 'end'),
    which: fc.nat(),
  })
  const limits = fc.record({
    size: fc.integer({ min: 1, max: 4 }),
    mostOfOne: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), limits, async (steps, { size, mostOfOne }) => {
      const turns = openTurns({ size, mostOfOne, mostWaiting: 100 })
      interface Begun {
        of: string | null
        turn: Turn
        isPaused: boolean
      }
      const begun: Begun[] = []
      const waiting: (string | null)[] = []
      let [ended, returned] = [0, 0]
      const used = (of?: string | null) =>
        begun.filter((one) => !one.isPaused && (of === undefined || one.of === of)).length
      const check = () => {
        // A turn that goes on waits for nobody, so it may be one beyond the limit.
        expect(used()).toBeLessThanOrEqual(size + returned)
        for (const name of ['a', 'b', 'c']) expect(used(name)).toBeLessThanOrEqual(mostOfOne + returned)
        const mayBegin = (of: string | null) => of === null || used(of) < mostOfOne
        if (returned === 0 && used() < size) expect(waiting.filter(mayBegin)).toEqual([])
      }
      for (const { of, act, which } of steps) {
        waiting.push(of)
        void turns.take(of).then((turn) => {
          waiting.splice(waiting.indexOf(of), 1)
          begun.push({ of, turn, isPaused: false })
        })
        await settled()
        check()
        const one = begun[which % Math.max(1, begun.length)]
        if (!one || act === 'nothing') continue
        one.turn[act]()
        if (act === 'goOn' && one.isPaused) returned++
        if (act === 'end') {
          // A second end frees nothing, and what has ended does not go on.
          for (const again of ['end', 'pause', 'goOn'] as const) one.turn[again]()
          begun.splice(begun.indexOf(one), 1)
          ended++
        } else one.isPaused = act === 'pause'
        await settled()
        check()
      }
      while (begun.length > 0) {
        begun.shift()?.turn.end()
        ended++
        await settled()
      }
      expect([ended, waiting]).toEqual([steps.length, []])
    }),
    { numRuns: 100 },
  )
})

test('serves an organization within one turn of each other, however much they ask for', async () => {
  const turns = openTurns({ size: 1, mostOfOne: 1, mostWaiting: 500 })
  const order: string[] = []
  const ask = async (name: string) => {
    const turn = await turns.take(name)
    order.push(name)
    await settled()
    turn.end()
  }
  const all = ['a', 'b', 'c'].flatMap((name) => Array.from({ length: 20 }, () => ask(name)))
  await settled()
  all.push(ask('d'))
  await Promise.all(all)
  expect(order.indexOf('d')).toBeLessThanOrEqual(5)
})

test('refuses work beyond the limit of waiting work, of that organization alone', async () => {
  const turns = openTurns({ size: 1, mostOfOne: 1, mostWaiting: 1 })
  const first = await turns.take('a')
  const second = turns.take('a')
  await expect(turns.take('a')).rejects.toMatchObject({ code: 'unavailable' })
  const [other, server] = [turns.take('b'), turns.take(null)]
  first.end()
  for (const one of [second, other, server]) (await one).end()
})

test('keeps an organization that asks for everything to its share while another calls', async () => {
  vi.useFakeTimers()
  const shares = openOrganizationShares({ share: 0.5, burstMs: 1000 })
  const turns = openTurns({ size: 3, mostOfOne: 2, mostWaiting: 500, shares })
  let hungry = 0
  const ask = async () => {
    const turn = await turns.take('a')
    await new Promise((resolve) => setTimeout(resolve, 100))
    turn.end()
    hungry++
  }
  const all = Array.from({ length: 300 }, ask)
  for (let second = 0; second < 20; second++) {
    shares.noteCall('b')
    const turn = await turns.take('b')
    turn.end()
    await vi.advanceTimersByTimeAsync(1000)
  }
  // A second at once, then half of each second, in turns of a tenth of a second.
  expect(hungry).toBeGreaterThanOrEqual(105)
  expect(hungry).toBeLessThanOrEqual(112)
  // Nobody else calls: two turns of a tenth of a second at once, after the three seconds of the last call.
  await vi.advanceTimersByTimeAsync(13_000)
  expect(hungry).toBe(300)
  await Promise.all(all)
  vi.useRealTimers()
})
