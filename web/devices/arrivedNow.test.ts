import { expect, test } from 'vitest'
import type { VesselLive } from '#contract/wire/vessel.ts'
import type { DeviceField } from '#contract/wire/vesselStatus.ts'
import { vessel } from '../testing/vesselCase.ts'
import { arrivedNow } from './arrivedNow.ts'

const NOW_MS = Date.UTC(2026, 5, 1, 12)
const field = (key: string, ageS: number): DeviceField => ({
  ...{ key, label: key, value: 1, unit: '', display_value: '1', device_id: 'a', group: 'engine' },
  ...{ hasSeries: true, last_updated: new Date(NOW_MS - ageS * 1000).toISOString() },
})
const live = (longitudeDeg: number | null, ageS: number, sog_derived = false): VesselLive => ({
  ...vessel('v', longitudeDeg),
  ...{ last_updated: NOW_MS - ageS * 1000, sog_derived },
})

test('names position, speed and course first, counts the rest, and dates the newest', () => {
  const fields = [
    field('engine_speed_1', 3),
    field('coolant_temperature_1', 9),
    field('cog', 4),
    field('sog', 4),
  ]
  expect(arrivedNow(fields, live(-22, 5), NOW_MS)).toEqual({
    ...{ newestMs: NOW_MS - 3000, named: ['position', 'sog', 'cog'], others: 2 },
    ...{ hasPosition: true, hasSpeed: true },
  })
})

test('leaves out what came more than a minute ago', () => {
  expect(arrivedNow([field('sog', 61), field('heading', 59)], live(-22, 61), NOW_MS)).toEqual({
    ...{ newestMs: NOW_MS - 59_000, named: ['heading'], others: 0 },
    ...{ hasPosition: false, hasSpeed: false },
  })
  expect(arrivedNow([field('sog', 61)], live(-22, 61), NOW_MS)).toBeNull()
})

test('misses position and speed of a vessel that sends neither, and speed that is derived', () => {
  expect(arrivedNow([field('fuel_level_1', 1)], live(null, 1), NOW_MS)).toMatchObject({
    ...{ hasPosition: false, hasSpeed: false },
  })
  expect(arrivedNow([field('sog', 1)], live(-22, 1, true), NOW_MS)).toMatchObject({
    ...{ hasPosition: true, hasSpeed: false },
  })
})
