import { expect, test } from 'vitest'
import { escapeMarkup } from './escapeMarkup.ts'

test('what a text says is neither a tag, an entity nor the end of an attribute', () => {
  expect(escapeMarkup(`<b title="x">Rok & Rán's &amp;</b>`)).toBe(
    "&lt;b title=&quot;x&quot;&gt;Rok &amp; Rán's &amp;amp;&lt;/b&gt;",
  )
  expect(escapeMarkup('constructor')).toBe('constructor')
})
