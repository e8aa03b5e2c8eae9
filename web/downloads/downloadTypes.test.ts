import { expect, test } from 'vitest'
import { DOWNLOAD_TYPES, hasData } from './downloadTypes.ts'

const withData = (fields?: string[]) => DOWNLOAD_TYPES.filter((type) => hasData(type, fields))

test('marks a download as empty when the trip recorded nothing of it', () => {
  expect(withData(['latitude', 'longitude', 'impact'])).toEqual(['calc'])
  expect(withData(['sog', 'battery_voltage_1'])).toEqual(['calc', 'eco_sog', 'engine'])
  expect(withData(['impact', 'impact_2'])).toEqual(['calc', 'imu', 'imu_full_res'])
  expect(withData(['engine_speed_1'])).toEqual(['calc', 'engine', 'engine_profile'])
})

test('marks no download as empty until the recorded series are loaded', () => {
  expect(withData()).toEqual(DOWNLOAD_TYPES)
})
