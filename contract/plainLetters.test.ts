import { expect, test } from 'vitest'
import { plainLetters } from './plainLetters.ts'

test('writes any name with the letters of a plain keyboard', () => {
  expect(plainLetters('Sæfari Þórðar')).toBe('saefari thordar')
  expect(plainLetters('Città di Genova')).toBe('citta di genova')
  expect(plainLetters('MÅRTEN GROẞ')).toBe('marten gross')
})
