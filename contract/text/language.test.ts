import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test('the first spoken language of a header wins, by its weight', () => {
  expect(languageOf('is')).toBe('is')
  expect(languageOf('de-CH,it-IT;q=0.8,en;q=0.5')).toBe('it')
  expect(languageOf('en;q=0.3, is;q=0.9')).toBe('is')
  expect(languageOf('is;q=0, it;q=0.1')).toBe('it')
})

test('whoever asks for none of them, or for nonsense, is answered in English', () => {
  for (const header of [undefined, '', '*', 'de', ';;q=,', 'is;q=x']) expect(languageOf(header)).toBe('en')
})
