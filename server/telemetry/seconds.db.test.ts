import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import type { Field } from './field.ts'

let telemetry: TestTelemetry
beforeAll(async () => {
  telemetry = await testTelemetry()
})
afterAll(() => telemetry.close())

const START_S = Date.UTC(2026, 5, 18, 7) / 1000

test('returns the same seconds of many vessels as the buckets of each', async () => {
  const fields: Field[] = [
    { key: 'impact', instance: 0, aggregation: 'max' },
    { key: 'depth_below_transducer', instance: 0, aggregation: 'min' },
    { key: 'fuel_rate', instance: 1, aggregation: 'avg' },
    { key: 'wave_height', instance: 0, aggregation: 'avg' },
  ]
  // Three in a second, then none for a while, and one that was not available.
  const scalars = [0, 0.3, 0.6, 1, 5, 5.5, 9].flatMap((atS, i) =>
    fields.slice(0, 3).map(({ key, instance }) => ({
      ...{ timeUs: (START_S + atS) * 1e6, key, instance },
      value: i === 5 ? null : 0.00001 * (i + 1) * (key === 'fuel_rate' ? 1 : 40_000),
    })),
  )
  const vessels = [11, 12]
  await telemetry.append(
    vessels.map((vesselNumber) => ({
      ...{ vesselNumber, fixes: [], motion: [], ais: [], faults: [] },
      scalars: scalars.map((one) => ({ ...one, value: one.value && one.value * (vesselNumber - 10) })),
    })),
  )
  // The intervals nearly coincide, so the query reads more than each needs.
  const intervals = vessels.map((vesselNumber, i) => ({
    ...{ vesselNumber, fromUs: (START_S + i) * 1e6, toUs: (START_S + 8 + i) * 1e6 + 999_999 },
  }))
  const seconds = await telemetry.series.seconds(intervals, fields)
  for (const [i, interval] of intervals.entries()) {
    const buckets = await telemetry.series.buckets(interval, fields, 1_000_000)
    const expected = buckets.map(({ timeUs, value }) =>
      Array.from({ length: 9 }, (_, second) => {
        const at = timeUs.indexOf(interval.fromUs + second * 1e6)
        return at < 0 ? Number.NaN : (value[at] ?? Number.NaN)
      }),
    )
    expect(seconds[i]?.map((column) => [...column])).toEqual(expected)
  }
  expect(await telemetry.series.seconds(intervals, [])).toEqual([[], []])
})
