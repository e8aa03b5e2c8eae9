import { expect, test } from 'vitest'
import type { VesselSource } from '#contract/wire/vesselSource.ts'
import { contestedFields, distinctly } from './contestedFields.ts'

const entry = (field: string, source: number, chosen = false): VesselSource => ({
  ...{ field, source, chosen, protocol: 'n2k', address: source, name: null, model: null },
  instance_name: null,
  ...{ first_day: '2026-06-18', last_day: '2026-06-19' },
})

test('offers only fields with several sources, and marks the chosen one', () => {
  const { contested, others } = contestedFields([
    entry('cog', 1),
    entry('position', 1),
    entry('position', 2, true),
    entry('sog', 1),
    entry('sog', 2),
  ])
  expect(contested.map(({ field, chosen }) => [field, chosen])).toEqual([
    ['position', 2],
    ['sog', null],
  ])
  expect(others).toBe(1)
  expect(contestedFields([])).toEqual({ contested: [], others: 0 })
})

test('gives each source a different name', () => {
  const numbered = (name: string, number: number) => `${name} (${number})`
  expect(distinctly(['GPS', 'NMEA 0183', 'NMEA 0183'], numbered)).toEqual([
    'GPS',
    'NMEA 0183 (1)',
    'NMEA 0183 (2)',
  ])
})
