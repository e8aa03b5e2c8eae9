import { expect, test } from 'vitest'
import { ruleField, ruleFieldsOf } from './ruleFields.ts'
import { RULE_SOURCES } from './ruleSource.ts'

test('reads a bare field as any engine, a numbered one as that engine, and a motion sensor as the vessel', () => {
  expect(ruleField('time-series', 'engine_speed')).toMatchObject({ series: 'engine_speed', instance: null })
  expect(ruleField(undefined, 'engine_speed_0')).toMatchObject({ series: 'engine_speed', instance: 0 })
  expect(ruleField('time-series', 'impact')).toMatchObject({ instance: 0 })
  expect(ruleField('time-series', 'sog')).toMatchObject({ unit: 'kn', instance: 0, hasPeriods: true })
})

test('accepts the fields of each source and no others', () => {
  expect(ruleField('vessel-status', 'age:battery_voltage')).toMatchObject({
    ...{ unit: 's', series: 'battery_voltage', hasPeriods: false },
  })
  expect(ruleField('vessel-status', 'offline')).toMatchObject({ isSwitch: true })
  expect(ruleField('j1939', 'spn190_1')).toMatchObject({ series: 'engine_speed', instance: 1, unit: 'rpm' })
  expect(ruleField('statistics', 'peak_impact')).toMatchObject({ unit: 'g', series: null })
  for (const field of ['age', 'latitude', 'nonsense', 'peak_impact']) {
    expect(ruleField('time-series', field), field).toBeNull()
  }
  expect(ruleField('vessel-status', 'age:nonsense')).toBeNull()
  expect(ruleField('j1939', 'spn4')).toBeNull()
})

test('accepts everything that can be chosen', () => {
  for (const source of RULE_SOURCES) expect(ruleFieldsOf(source).length, source).toBeGreaterThan(5)
})
