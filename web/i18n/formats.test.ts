import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { formatsIn } from './formats.ts'
import type { Language, Translate } from './i18n.ts'
import { words as en } from './screens/en.ts'
import { words as icelandic } from './screens/is.ts'
import { words as italian } from './screens/it.ts'

const words = { en, it: italian, is: icelandic }

async function formats(language: Language) {
  const i18n = createInstance()
  const resources = { [language]: { translation: words[language] } }
  await i18n.init({ lng: language, resources, interpolation: { escapeValue: false } })
  return formatsIn(language, i18n.t as Translate)
}
const at = new Date(2026, 5, 18, 9, 12, 41).getTime()

test('writes numbers with the separators of the language', async () => {
  expect((await formats('en')).number(1204.5, 1)).toBe('1,204.5')
  expect((await formats('it')).number(1204.5, 1)).toBe('1.204,5')
  expect((await formats('is')).number(1204.5, 1)).toBe('1.204,5')
})

test('writes dates with the order and months of the language', async () => {
  expect((await formats('en')).dateTime(at)).toBe('18 Jun, 2026 09:12')
  expect((await formats('is')).dateTime(at)).toBe('18. júní 2026 09:12')
  expect((await formats('it')).dateTime(at)).toBe('18 giu 2026 09:12')
})

test('has words for ages, hours and compass points in each language', async () => {
  const english = await formats('en')
  expect([english.ago(0, 5000), english.duration(94), english.course(332)]).toEqual([
    '5 s ago',
    '1 h 34 min',
    '332° NW',
  ])
  expect((await formats('it')).course(260)).toBe('260° O')
  expect((await formats('is')).duration(94)).toBe('1 klst. 34 mín.')
  expect((await formats('is')).coordinates(64.15, -21.94)).toContain('V')
})

test('writes minutes with their hours', async () => {
  const english = await formats('en')
  expect([59, 60, 2000, null].map(english.minutes)).toEqual([
    '59 min',
    '60 min (1 h 00 min)',
    '2,000 min (33 h 20 min)',
    '–',
  ])
  expect((await formats('is')).minutes(2000)).toBe('2.000 mín. (33 klst. 20 mín.)')
})

test('uses the plural form of days', async () => {
  const DAY_MS = 86_400_000
  const agesIn = async (language: Language) =>
    [1, 7, 21].map(async (days) => (await formats(language)).ago(0, days * DAY_MS))
  expect(await Promise.all(await agesIn('is'))).toEqual(['fyrir 1 degi', 'fyrir 7 dögum', 'fyrir 21 degi'])
  expect(await Promise.all(await agesIn('it'))).toEqual(['1 giorno fa', '7 giorni fa', '21 giorni fa'])
})

test('writes how long something lasted in units of the language', async () => {
  const lasted = async (language: Language) => (await formats(language)).lasting(190 * 3_600_000)
  expect(await lasted('en')).toBe('7 d 22 h')
  expect(await lasted('it')).toBe('7 gg 22 h')
  expect(await lasted('is')).toBe('7 d. 22 klst.')
})

test('writes units of the language', async () => {
  const words = async (language: Language) => {
    const { quantity } = await formats(language)
    return [quantity(612, 'rpm'), quantity(18.44, 'L/hr'), quantity(2.5, 'nmi'), quantity(6.1, 'kn')]
  }
  expect(await words('en')).toEqual(['612 rpm', '18.4 L/hr', '2.5 nmi', '6.1 kn'])
  expect(await words('it')).toEqual(['612 giri/min', '18,4 L/h', '2,5 nmi', '6,1 kn'])
  expect(await words('is')).toEqual(['612 sn./mín.', '18,4 L/klst.', '2,5 sml', '6,1 kn'])
})
