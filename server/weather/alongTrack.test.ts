import { expect, test } from 'vitest'
import { seaState } from '#contract/domain/seaState.ts'
import { HOUR_US } from '#contract/domain/time.ts'
import { degToRad } from '#contract/domain/units.ts'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { forecastAt, questionOf, readingsAt } from './alongTrack.ts'
import type { HourlyForecast } from './forecastSource.ts'

const DAY_US = Date.UTC(2026, 5, 18) * 1000
const forecast: HourlyForecast = {
  timeUs: [DAY_US, DAY_US + HOUR_US, DAY_US + 2 * HOUR_US],
  values: {
    wave_height_fc: [1, 2, null],
    wind_direction: [degToRad(350), degToRad(10), degToRad(190)],
    air_temperature: [283.15, 285.15, 285.15],
  },
}
const at = (hours: number) => DAY_US + hours * HOUR_US

test('interpolates linearly between the hours, and returns nothing beyond them', () => {
  expect(forecastAt(forecast, at(0), 'wave_height_fc')).toBe(1)
  expect(forecastAt(forecast, at(0.25), 'wave_height_fc')).toBeCloseTo(1.25, 12)
  expect(forecastAt(forecast, at(1.5), 'wave_height_fc')).toBeNull()
  expect(forecastAt(forecast, at(2.5), 'wave_height_fc')).toBeNull()
  expect(forecastAt(forecast, at(0.5), 'swell_height')).toBeNull()
})

test('turns directions the short way, and returns none for opposite ones', () => {
  expect(forecastAt(forecast, at(0.5), 'wind_direction')).toBeCloseTo(0, 9)
  expect(forecastAt(forecast, at(1.5), 'wind_direction')).toBeNull()
})

test('asks on a grid of a tenth of a degree and by UTC day', () => {
  const question = questionOf({ timeUs: at(23.9), latitudeDeg: 64.149, longitudeDeg: -21.96 })
  expect(question.latitudeDeg).toBeCloseTo(64.1, 9)
  expect(question.longitudeDeg).toBeCloseTo(-22, 9)
  expect(question.dayUs).toBe(DAY_US)
})

test('adds the sea state and leaves out what the boat measures herself', () => {
  const here = { timeUs: at(0.5), latitudeDeg: 64, longitudeDeg: -22 }
  const readings = readingsAt(here, forecast, new Set(['air_temperature']))
  expect(Object.fromEntries(readings.map(({ key, value }) => [key, value]))).toEqual({
    wave_height_fc: 1.5,
    wind_direction: expect.closeTo(0, 9),
    sea_state: 4,
  })
})

test('reads sea states from the table of the WMO', () => {
  for (const [height, state] of Object.entries(vectors.sea_state))
    expect([height, seaState(Number(height))]).toEqual([height, state])
})
