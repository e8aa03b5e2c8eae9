import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { countedFuelM3, isFuelSuspect } from './countedFuel.ts'

let telemetry: TestTelemetry
let vesselNumber = 0

beforeAll(async () => {
  telemetry = await testTelemetry()
})
afterAll(() => telemetry.close())

/** An hour in which each engine gives a rate and its counter shows these values, evenly spaced. */
async function counted(counters: Record<number, number[]>): Promise<number | null> {
  vesselNumber++
  const scalars = Object.entries(counters).flatMap(([engine, values]) => [
    { timeUs: 0, key: 'fuel_rate', instance: Number(engine), value: 1e-5 } as const,
    ...values.map(
      (value, i) =>
        ({
          timeUs: i * Math.floor(3_600_000_000 / values.length),
          key: 'fuel_consumption',
          instance: Number(engine),
          value,
        }) as const,
    ),
  ])
  await telemetry.append([{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }])
  return countedFuelM3(telemetry, { vesselNumber, fromUs: 0, toUs: 3_600_000_000 })
}

test('adds the increases of all engine counters', async () => {
  expect(await counted({ 1: [1, 1.01, 1.02], 2: [5, 5.02, 5.04] })).toBeCloseTo(0.06, 9)
})

test('counts the fuel burnt in the first ten minutes', async () => {
  const hour = Array.from({ length: 61 }, (_, minute) => 1 + minute / 1000)
  expect(await counted({ 1: hour })).toBeCloseTo(0.06, 9)
})

test('ignores the counter of the whole boat when engines have their own', async () => {
  expect(await counted({ 0: [9, 9.5], 1: [1, 1.01] })).toBeCloseTo(0.01, 9)
  expect(await counted({ 0: [9, 9.5] })).toBeCloseTo(0.5, 9)
})

test('returns no total when a counter is missing or went back', async () => {
  expect(await counted({})).toBeNull()
  expect(await counted({ 1: [1, 1.01], 2: [] })).toBeNull()
  expect(await counted({ 1: [5, 5.1, 0, 0.1] })).toBeNull()
})

test('suspects a difference of a tenth and five litres when the data covers the trip', () => {
  const integral = { fuel_m3: 0.1, fuel_s: 3600 }
  expect(isFuelSuspect(0.112, integral, 3600)).toBe(true)
  expect(isFuelSuspect(0.108, integral, 3600)).toBe(false)
  expect(isFuelSuspect(0.112, { ...integral, fuel_s: 3000 }, 3600)).toBe(false)
  expect(isFuelSuspect(0.004, { fuel_m3: 0.008, fuel_s: 3600 }, 3600)).toBe(false)
  expect(isFuelSuspect(null, integral, 3600)).toBe(false)
})
