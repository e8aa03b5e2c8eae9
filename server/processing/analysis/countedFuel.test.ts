import { expect, test } from 'vitest'
import type { Field } from '#server/telemetry/telemetry.ts'
import { countedFuelM3, isFuelSuspect } from './countedFuel.ts'

const HOUR = { vesselNumber: 1, fromUs: 0, toUs: 3_600_000_000 }

/** Of each engine what its counter showed by ten minutes; all of them give a rate. */
const engines = (counters: Record<number, number[]>) => ({
  series: async (_: unknown, fields: readonly Field[]) =>
    fields.map(({ key, instance, aggregation }) => {
      const counter = counters[instance]
      if (!counter) return { timeUs: [], value: [] }
      if (key === 'fuel_rate') return { timeUs: [0], value: [1e-5] }
      const most = aggregation === 'min' ? Math.min : Math.max
      const value = counter.slice(1).map((next, i) => most(counter[i] as number, next))
      return { timeUs: value.map((_, i) => i * 600_000_000), value }
    }),
})

test('adds what the counters of all engines grew by', async () => {
  const counted = await countedFuelM3(engines({ 1: [1, 1.01, 1.02], 2: [5, 5.02, 5.04] }), HOUR)
  expect(counted).toBeCloseTo(0.06, 9)
})

test('leaves the whole boat out where engines speak for themselves', async () => {
  const counted = await countedFuelM3(engines({ 0: [9, 9.5], 1: [1, 1.01] }), HOUR)
  expect(counted).toBeCloseTo(0.01, 9)
  expect(await countedFuelM3(engines({ 0: [9, 9.5] }), HOUR)).toBeCloseTo(0.5, 9)
})

test('knows nothing when a counter is missing or went back', async () => {
  expect(await countedFuelM3(engines({}), HOUR)).toBeNull()
  expect(await countedFuelM3(engines({ 1: [1, 1.01], 2: [] }), HOUR)).toBeNull()
  expect(await countedFuelM3(engines({ 1: [5, 5.1, 0, 0.1] }), HOUR)).toBeNull()
})

test('suspects only what is off by a tenth and by five litres, of data that covers the trip', () => {
  const integral = { fuel_m3: 0.1, fuel_s: 3600 }
  expect(isFuelSuspect(0.112, integral, 3600)).toBe(true)
  expect(isFuelSuspect(0.108, integral, 3600)).toBe(false)
  expect(isFuelSuspect(0.112, { ...integral, fuel_s: 3000 }, 3600)).toBe(false)
  expect(isFuelSuspect(0.004, { fuel_m3: 0.008, fuel_s: 3600 }, 3600)).toBe(false)
  expect(isFuelSuspect(null, integral, 3600)).toBe(false)
})
