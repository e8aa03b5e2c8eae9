import { afterEach, expect, test, vi } from 'vitest'
import type { Columns } from '#server/stores/columns/columns.ts'
import { NOTED_FOR_MS, SLOW_APPEND_MS } from './appendedIntervals.ts'
import { openTelemetry } from './openTelemetry.ts'

afterEach(() => vi.useRealTimers())

const reading = {
  ...{ vesselNumber: 1, fixes: [], motion: [], ais: [], faults: [] },
  scalars: [{ timeUs: 5e6, key: 'sog' as const, instance: 0, value: 4 }],
}

test('notes an append again when it was slow', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let notes = 0
  let slowMs = 10 * SLOW_APPEND_MS
  const columns = {
    rows: async () => [],
    async insert(table: string) {
      if (table === 'telemetry.intervals') notes++
      else if (table === 'telemetry.scalar_columns') vi.advanceTimersByTime(slowMs)
    },
  } as unknown as Columns
  const telemetry = openTelemetry(columns)
  await telemetry.append([reading])
  expect(notes).toBe(2)
  slowMs = 100
  await telemetry.append([reading])
  expect(notes).toBe(2)
  vi.advanceTimersByTime(NOTED_FOR_MS)
  await telemetry.append([reading])
  expect(notes).toBe(3)
})
