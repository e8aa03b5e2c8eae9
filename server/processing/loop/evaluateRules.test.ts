import { expect, test } from 'vitest'
import { DAY_US, HOUR_US, SECOND_US } from '#contract/domain/time.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import { readTogether } from './evaluateRules.ts'

const vesselOf = (number: number): DirectoryEntry => ({
  ...{ id: String(number), number, organizationId: '', departmentId: '', captainId: null, topSpeedMps: null },
})
const reading = (number: number, fromUs: number, lengthUs: number) => ({
  ...{ vessel: vesselOf(number), readFromUs: fromUs, stopUs: fromUs + lengthUs },
})
const lengths = (all: readonly ReturnType<typeof reading>[]) => readTogether(all).map(({ length }) => length)

test('reads the voyages of a day together, whenever each boat sailed', () => {
  expect(lengths([3, 1, 20, 8].map((hour, i) => reading(i, hour * HOUR_US, HOUR_US)))).toEqual([4])
})

test('reads two intervals of one vessel apart, because a statement answers one of each', () => {
  const one = reading(1, 0, HOUR_US)
  const later = { ...reading(1, 2 * HOUR_US, HOUR_US), vessel: one.vessel }
  expect(lengths([one, reading(2, HOUR_US, HOUR_US), later])).toEqual([2, 1])
})

test('reads no more than fifty vessels and four days together, unless their intervals are nearly equal', () => {
  const range = (count: number) => Array.from({ length: count }, (_, i) => i)
  expect(lengths(range(1000).map((i) => reading(i, i * SECOND_US * 0.03, HOUR_US)))).toEqual([1000])
  expect(lengths(range(120).map((i) => reading(i, i * HOUR_US, HOUR_US)))).toEqual([50, 50, 20])
  expect(lengths(range(6).map((i) => reading(i, i * HOUR_US, 2 * DAY_US)))).toEqual([2, 2, 2])
})
