import { expect, test } from 'vitest'
import { alertText } from './alertText.ts'

test('an alert is told in the words and numbers of its reader', () => {
  const hard = { kind: 'impact', impact: 3.94, limit: 3 } as const
  expect(alertText(hard, 'en')).toBe('Impact of 3.9 g, above the limit of 3 g')
  expect(alertText(hard, 'it')).toBe('Impatto di 3,9 g, oltre il limite di 3 g')
  expect(alertText(hard, 'is')).toBe('Högg upp á 3,9 g, yfir mörkunum 3 g')
})

test('what stayed below the limit does not speak of it, what reached it does', () => {
  expect(alertText({ kind: 'impact', impact: 2.3, limit: 3 }, 'is')).toBe('Högg upp á 2,3 g')
  expect(alertText({ kind: 'impact', impact: 1.5, limit: 1.5 }, 'it')).toBe(
    'Impatto di 1,5 g, oltre il limite di 1,5 g',
  )
})
