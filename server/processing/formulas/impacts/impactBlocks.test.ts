import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BLOCK_US, type ImpactBlock } from '#server/telemetry/impactBlock.ts'
import type { Motion } from '#server/telemetry/motion.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { cutMotion, playMotion, slam } from '#server/testing/playMotion.ts'
import { BLOCK_CONTEXT_US, impactBlocks } from './impactBlocks.ts'
import { motionAround } from './motionAround.ts'

const S = 1_000_000

test('summarizes each sensor in each ten seconds, and returns no block for silence', () => {
  const bow = playMotion(50, 25, (t) => slam(t, 12), { sensor: 2 })
  const stern = cutMotion(
    playMotion(100, 25, () => 1),
    0,
    9.5,
  )
  const [first, second, third, ...rest] = impactBlocks([stern, bow], 0, 60 * S)
  expect(rest).toEqual([])
  expect(first?.sensors).toEqual([
    { sensor: 1, firstUs: 0, lastUs: 9.49 * S, samples: 950, coveredS: 10, rateHz: 100 },
    { sensor: 2, firstUs: 0, lastUs: 9.98 * S, samples: 500, coveredS: 10, rateHz: 50 },
  ])
  expect([first?.peaks, third?.peaks]).toEqual([[], []])
  expect(second?.peaks.map(({ sensor, timeUs }) => [sensor, timeUs])).toEqual([[2, 12.06 * S]])
})

/** A rough sea: slams of every height, some half a second apart, on a noisy sensor, and holes. */
const voyage = (seed: number, level: boolean, sensor: number): Motion => {
  let state = seed
  const random = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  const slams = Array.from({ length: 60 }, () => ({ atS: random() * 100, peakG: random() * 4 }))
  const whole = playMotion(
    50,
    100,
    (t) => {
      const hits = slams.reduce(
        (sum, { atS, peakG }) =>
          t >= atS && t <= atS + 0.15 ? sum + peakG * Math.sin((Math.PI * (t - atS)) / 0.15) : sum,
        0,
      )
      return [0.1 * Math.sin(t), 0.2 * Math.sin(3 * t), 1 + 0.4 * Math.sin(2 * t) + hits]
    },
    { level, sensor },
  )
  const holeS = random() * 90
  const inHole = (us: number) => us > holeS * S && us < (holeS + random() * 0.3 + 0.05) * S
  const keep = Array.from(whole.timeUs, (us) => !inHole(us))
  const { vesselNumber, ...columns } = whole
  return {
    vesselNumber,
    ...Object.fromEntries(
      Object.entries(columns).map(([name, values]) => [
        name,
        values instanceof Float64Array ? values.filter((_, i) => keep[i]) : values,
      ]),
    ),
  } as Motion
}

/** A store with the batches that have arrived so far. */
const storeOf = (motion: readonly Motion[]) => ({
  motion: {
    bySensor: async ([interval]: readonly VesselInterval[]) =>
      motion
        .map((one) => cutMotion(one, (interval?.fromUs ?? 0) / S, ((interval?.toUs ?? 0) + 1) / S))
        .filter(({ timeUs }) => timeUs.length > 0),
  },
})

async function computeBatches(whole: readonly Motion[], cuts: readonly number[], order: readonly number[]) {
  const blocks = new Map<number, ImpactBlock>()
  const arrived = new Set<number>()
  const batchOf = (us: number) => cuts.filter((cut) => cut * S <= us).length
  for (const batch of order) {
    arrived.add(batch)
    const stored = whole.map((one) => {
      const { vesselNumber, sensor, ...columns } = one
      const keep = Array.from(one.timeUs, (us) => arrived.has(batchOf(us)))
      const kept = Object.entries(columns).map(([name, values]) => [name, values.filter((_, i) => keep[i])])
      return { vesselNumber, sensor, ...(Object.fromEntries(kept) as typeof columns) }
    })
    const times = whole.flatMap((one) => [...one.timeUs]).filter((us) => batchOf(us) === batch)
    if (times.length === 0) continue
    const touched = { vesselNumber: 1, fromUs: Math.min(...times), toUs: Math.max(...times) }
    for (const { motion, fromUs, toUs } of await motionAround(
      storeOf(stored),
      [touched],
      BLOCK_CONTEXT_US,
      BLOCK_US,
    ))
      for (const block of impactBlocks(motion, fromUs, toUs)) blocks.set(block.startUs, block)
  }
  return [...blocks.values()].sort((a, b) => a.startUs - b.startUs).map(rounded)
}

const rounded = (block: ImpactBlock) =>
  JSON.parse(
    JSON.stringify(block, (_, value) => (typeof value === 'number' ? Number(value.toFixed(6)) : value)),
  )

test.for([
  ['knows its attitude', true],
  ['does not know its attitude', false],
] as const)(
  'computes the same blocks from any batches and order of motion, when the sensor %s',
  async ([, level]) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.uniqueArray(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 8 }),
        fc.func(fc.integer()),
        async (seed, cuts, rank) => {
          const whole = [voyage(seed, level, 1), voyage(seed + 1, level, 2)]
          const expected = impactBlocks(whole, 0, 100 * S).sort((a, b) => a.startUs - b.startUs)
          expect(expected.some(({ peaks }) => peaks.length > 3)).toBe(true)
          const order = Array.from({ length: cuts.length + 1 }, (_, i) => i).sort((a, b) => rank(a) - rank(b))
          expect(await computeBatches(whole, cuts, order)).toEqual(expected.map(rounded))
        },
      ),
      { numRuns: 15 },
    )
  },
)
