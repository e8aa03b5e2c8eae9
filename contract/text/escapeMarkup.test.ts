import { expect, test } from 'vitest'
import { escapeMarkup } from './escapeMarkup.ts'

test('escapes tags, entities and the ends of attributes', () => {
  expect(escapeMarkup(`<b title="x">Rok & Rán's &amp;</b>`)).toBe(
    "&lt;b title=&quot;x&quot;&gt;Rok &amp; Rán's &amp;amp;&lt;/b&gt;",
  )
  expect(escapeMarkup('constructor')).toBe('constructor')
})
