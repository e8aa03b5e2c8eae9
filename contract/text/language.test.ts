import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test('chooses the first supported language of a header, by its weight', () => {
  expect(languageOf('is')).toBe('is')
  expect(languageOf('de-CH,it-IT;q=0.8,en;q=0.5')).toBe('it')
  expect(languageOf('en;q=0.3, is;q=0.9')).toBe('is')
  expect(languageOf('is;q=0, it;q=0.1')).toBe('it')
})

test('chooses English for a header without one, or for nonsense', () => {
  for (const header of [undefined, '', '*', 'de', ';;q=,', 'is;q=x']) expect(languageOf(header)).toBe('en')
})
