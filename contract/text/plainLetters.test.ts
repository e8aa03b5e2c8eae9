import { expect, test } from 'vitest'
import { plainLetters } from './plainLetters.ts'

test('writes any name with the letters of a plain keyboard', () => {
  expect(plainLetters('Sæfari Þórðar')).toBe('saefari thordar')
  expect(plainLetters('Città di Genova')).toBe('citta di genova')
  expect(plainLetters('MÅRTEN GROẞ')).toBe('marten gross')
})

test('writes names that look alike in the same letters', () => {
  expect(plainLetters('Łódź')).toBe('lodz')
  expect(plainLetters('ＣＡＦＥ')).toBe('cafe')
  expect(plainLetters('ﬁn')).toBe('fin')
  expect(plainLetters('Boat\u200b 1')).toBe('boat 1')
  expect(plainLetters('Ca\u00adfe')).toBe('cafe')
})
