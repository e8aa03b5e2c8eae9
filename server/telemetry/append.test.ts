import { afterEach, expect, test, vi } from 'vitest'
import type { Columns } from '#server/stores/columns/columns.ts'
import { ARRIVAL_MARGIN_MS, NOTED_FOR_MS } from './appendedIntervals.ts'
import { openTelemetry } from './openTelemetry.ts'

afterEach(() => vi.useRealTimers())

const reading = {
  ...{ vesselNumber: 1, fixes: [], motion: [], ais: [], faults: [] },
  scalars: [{ timeUs: 5e6, key: 'sog' as const, instance: 0, value: 4 }],
}

test('dates a slow write from the margin before its acknowledgement', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const stampedMs: number[] = []
  let slowMs = 10 * ARRIVAL_MARGIN_MS
  const columns = {
    rows: async () => [],
    async insert(table: string, _names: readonly string[], lines: string) {
      if (table === 'telemetry.intervals') stampedMs.push(1000 * Number(lines.split('\t')[0]))
      else if (table === 'telemetry.scalar_columns') vi.setSystemTime(Date.now() + slowMs)
    },
  } as unknown as Columns
  const telemetry = openTelemetry(columns)
  await telemetry.append([reading])
  expect(stampedMs).toHaveLength(2)
  expect(Date.now() - (stampedMs.at(-1) ?? 0)).toBeLessThan(ARRIVAL_MARGIN_MS)
  slowMs = 100
  await telemetry.append([reading])
  expect(stampedMs).toHaveLength(2)
  vi.setSystemTime(Date.now() + NOTED_FOR_MS)
  await telemetry.append([reading])
  expect(stampedMs).toHaveLength(3)
})
