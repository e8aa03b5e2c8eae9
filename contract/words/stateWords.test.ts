import { expect, test } from 'vitest'
import { fieldName } from '#contract/domain/series.ts'
import { isOnOff, stateWord } from './stateWords.ts'

test('names the code of a gear and of a switch, and not a quantity', () => {
  expect([0, 1, 2, 3].map((gear) => stateWord('transmission_gear_2', gear))).toEqual([
    'Forward',
    'Neutral',
    'Reverse',
    'Unknown',
  ])
  expect(
    [fieldName('switch', 1), fieldName('further_switch', 1)].map((field) => [
      stateWord(field, 0),
      stateWord(field, 1),
    ]),
  ).toEqual([
    ['Off', 'On'],
    ['Off', 'On'],
  ])
  expect([stateWord('engine_speed_1', 1), stateWord('no such field', 1), stateWord('sea_state', 3)]).toEqual([
    null,
    null,
    null,
  ])
  expect(['switch_1', fieldName('further_switch', 1), 'transmission_gear_1'].map(isOnOff)).toEqual([
    true,
    true,
    false,
  ])
})
