import { expect, test } from 'vitest'
import { DERATE_SPN, N2K_STATUS_SPN } from '#contract/domain/reading.ts'
import { SERIES } from '#contract/domain/series.ts'
import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import type { Language } from '#contract/text/language.ts'
import type { AlertFacts, ConditionFacts } from '#contract/wire/alert.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
import { alertText as write } from './alertText.ts'

const alertText = (facts: AlertFacts, language: Language, ...rest: Given) =>
  write(facts, alertSpeech(language), ...rest)
type Given = Parameters<typeof write> extends [unknown, unknown, ...infer Rest] ? Rest : never

test('words an alert in the language and numbers of its reader', () => {
  const hard = { kind: 'impact', impact: 3.94, limit: 3 } as const
  expect(alertText(hard, 'en')).toBe('Impact of 3.9 g, above the limit of 3 g')
  expect(alertText(hard, 'it')).toBe('Impatto di 3,9 g, oltre il limite di 3 g')
  expect(alertText(hard, 'is')).toBe('Högg upp á 3,9 g, yfir mörkunum 3 g')
})

test('omits a limit that was not reached, and names one that was', () => {
  expect(alertText({ kind: 'impact', impact: 2.3, limit: 3 }, 'is')).toBe('Högg upp á 2,3 g')
  expect(alertText({ kind: 'impact', impact: 1.5, limit: 1.5 }, 'it')).toBe(
    'Impatto di 1,5 g, oltre il limite di 1,5 g',
  )
})

const condition = (given: Partial<ConditionFacts>): AlertFacts => ({
  ...{ kind: 'threshold', fence: null },
  conditions: [
    {
      ...{ source: 'time-series', type: 'instant', field: 'coolant_temperature', operation: 'more_than' },
      ...{ threshold: 368.15, value: 370.25, period_sec: null, ...given },
    },
  ],
})

test('words a limit in display units, with its engine', () => {
  expect(alertText(condition({}), 'en', 1)).toBe('Coolant temperature 1 above 95 °C: 97.1 °C')
  expect(alertText(condition({ type: 'vfp', period_sec: 120 }), 'it')).toBe(
    `${SERIES.coolant_temperature.labels.it} sopra 95 °C per 2 min`,
  )
  const falls = { type: 'range', field: 'oil_pressure', operation: 'less_than', threshold: -50_000 } as const
  expect(alertText(condition({ ...falls, period_sec: 30 }), 'en')).toBe(
    'Oil pressure fell by more than 0.5 bar within 30 s',
  )
  expect(alertText(condition({ type: 'range', threshold: 9, period_sec: 20 }), 'en')).toBe(
    'Coolant temperature rose by more than 9 °C within 20 s',
  )
})

test('names the battery and the engine in the place of their numbers', () => {
  const names = new Map([
    ['battery_1', 'house'],
    ['engine_2', 'starboard'],
  ])
  const text = (facts: AlertFacts, instance: number) => alertText(facts, 'en', instance, WIRE_UNITS, names)
  const low = { field: 'battery_voltage', operation: 'less_than', threshold: 12, value: 11.5 } as const
  expect(text(condition(low), 1)).toBe('Battery voltage house below 12 V: 11.5 V')
  expect(text(condition(low), 3)).toBe('Battery voltage 3 below 12 V: 11.5 V')
  expect(text(condition({}), 2)).toBe('Coolant temperature starboard above 95 °C: 97.1 °C')
  const fault = { kind: 'external', spn: 110, fmi: 0, lamp: null } as const
  expect(text(fault, 2)).toMatch(/, engine starboard$/)
})

test('words a limit in the reader’s units, exactly as it was set in them', () => {
  const units = { ...WIRE_UNITS, speed: 'km/h', temperature: '°F' } as const
  const textOf = (facts: AlertFacts, language: 'en' | 'is' = 'en') => alertText(facts, language, null, units)
  const sog = { field: 'sog', threshold: 20 / 1.852, value: 22.4 / 1.852 }
  expect(textOf(condition(sog))).toBe(`${SERIES.sog.labels.en} above 20 km/h: 22.4 km/h`)
  expect(textOf(condition(sog), 'is')).toBe(`${SERIES.sog.labels.is} yfir 20 km/klst.: 22,4 km/klst.`)
  expect(alertText(condition(sog), 'en')).toBe(`${SERIES.sog.labels.en} above 10.80 kn: 12.10 kn`)
  expect(textOf(condition({}))).toBe('Coolant temperature above 203 °F: 206.78 °F')
  expect(textOf(condition({ type: 'range', threshold: 9, period_sec: 20 }))).toBe(
    'Coolant temperature rose by more than 16.2 °F within 20 s',
  )
})

test('words silence, fences and faults of the bus', () => {
  const age = { source: 'vessel-status', field: 'age', threshold: 7200, value: 7200 } as const
  expect(alertText(condition(age), 'en')).toBe('No data for 2 h')
  expect(alertText(condition({ ...age, field: 'offline', threshold: 0.5 }), 'is')).toBe('Ekki í sambandi')
  expect(alertText({ kind: 'geofence', fence: 'Porto Antico', direction: 'exit' }, 'it')).toBe(
    'Uscita da Porto Antico',
  )
  const fault = { kind: 'external', spn: N2K_STATUS_SPN + 1, fmi: null, lamp: null } as const
  expect(alertText(fault, 'en', 1)).toBe('Over-temperature, engine 1')
  expect(alertText({ ...fault, spn: 110, fmi: 0, lamp: 'red' }, 'en', 0)).toBe(
    'Fault SPN 110 FMI 0, red stop lamp',
  )
  expect(alertText({ ...fault, spn: DERATE_SPN, fmi: 31 }, 'en', 2)).toBe(
    'The engine limits its torque to protect itself, engine 2',
  )
})
