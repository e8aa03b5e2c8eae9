import { expect, test } from 'vitest'
import { SERIES } from '#contract/domain/series.ts'
import { fieldChoices } from './fieldChoices.ts'

const optionsOf = (available: readonly string[] | undefined, chosen: readonly string[], key: string) =>
  fieldChoices(available, chosen)
    .find((choice) => choice.key === key)
    ?.options.map(({ field }) => field)

test('offers the whole catalogue', () => {
  const keys = Object.keys(SERIES).filter((key) => key !== 'further_switch')
  expect(fieldChoices(undefined, []).map(({ key }) => key)).toEqual(keys)
  expect(optionsOf(['switch_1', 'switch_253'], [], 'further_switch')).toEqual(['switch_253'])
})

test('offers each engine, battery and sensor that has data, and the vessel as a whole', () => {
  const available = ['sog', 'impact_2', 'impact', 'impact_1', 'engine_speed_2', 'engine_speed_1']
  expect(optionsOf(available, [], 'impact')).toEqual(['impact', 'impact_1', 'impact_2'])
  expect(optionsOf(available, [], 'engine_speed')).toEqual(['engine_speed_1', 'engine_speed_2'])
  expect(optionsOf(available, [], 'battery_voltage')).toEqual(['battery_voltage_1'])
  expect(optionsOf(available, [], 'sog')).toEqual(['sog'])
})

test('keeps a chosen series without data, and marks series without data', () => {
  expect(optionsOf(['engine_speed_1'], ['engine_speed_3'], 'engine_speed')).toEqual([
    'engine_speed_1',
    'engine_speed_3',
  ])
  const hasData = (available?: string[]) =>
    fieldChoices(available, ['wind_speed']).find(({ key }) => key === 'wind_speed')?.hasData
  expect([hasData(), hasData(['sog']), hasData(['wind_speed'])]).toEqual([true, false, true])
})
