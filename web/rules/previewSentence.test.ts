import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import type { Language, Translate } from '../i18n/i18n.ts'
import { words as en } from '../i18n/screens/en.ts'
import { words as is } from '../i18n/screens/is.ts'
import { words as it } from '../i18n/screens/it.ts'
import { previewSentence } from './previewSentence.ts'

const WORDS = { en, it, is }
async function sentence(language: Language, total: number, vessels_fired: number, days: number) {
  const i18n = createInstance()
  const resources = { [language]: { translation: WORDS[language] } }
  await i18n.init({ lng: language, resources, interpolation: { escapeValue: false } })
  const to = '2026-06-19T00:00:00.000Z'
  const from = new Date(Date.parse(to) - days * 86_400_000).toISOString()
  return previewSentence({ total, vessels_fired, from, to }, i18n.t as Translate, { number: String })
}

test.each([
  ['en', 37, 4, 30, 'Would have fired 37 times on 4 boats in the last 30 days.'],
  ['en', 3, 1, 30, 'Would have fired 3 times on 1 boat in the last 30 days.'],
  ['en', 1, 1, 1, 'Would have fired once on 1 boat in the last day.'],
  ['en', 0, 0, 30, 'Would not have fired in the last 30 days.'],
  ['it', 3, 1, 30, 'Sarebbe scattata 3 volte su 1 imbarcazione negli ultimi 30 giorni.'],
  ['it', 0, 0, 1, 'Non sarebbe mai scattata nell’ultimo giorno.'],
  // Twenty-one counts as one.
  ['is', 21, 1, 30, 'Hefði farið 21 sinni af stað á 1 báti síðustu 30 daga.'],
  ['is', 2, 21, 21, 'Hefði farið 2 sinnum af stað á 21 báti síðasta 21 dag.'],
] as const)('in %s, %i alerts on %i boats in %i days', async (language, total, boats, days, words) => {
  expect(await sentence(language, total, boats, days)).toBe(words)
})
