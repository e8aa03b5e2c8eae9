import { expect, test } from 'vitest'
import { LANGUAGE_IDS } from './language.ts'
import { compareNames, nameKey } from './nameOrder.ts'

test('orders Icelandic by its own alphabet', () => {
  const names = [
    'Þór',
    'Örn',
    'Ægir',
    'Álka',
    'Alda',
    'Zoe',
    'Óðinn',
    'Oddur',
    'Eðvarð',
    'Edda',
    'Ýr',
    'Yrsa',
  ]
  expect(names.toSorted(compareNames('is'))).toEqual([
    ...['Alda', 'Álka', 'Edda', 'Eðvarð', 'Oddur', 'Óðinn', 'Yrsa', 'Ýr', 'Zoe', 'Þór', 'Ægir', 'Örn'],
  ])
})

test('hardly counts accents and capitals in other languages', () => {
  const names = ['Örn', 'Zoe', 'Álka', 'aldA', 'Oddur', 'Èlite', 'Elba', 'Ægir', 'Adria']
  for (const language of ['en', 'it'] as const) {
    expect(names.toSorted(compareNames(language))).toEqual([
      ...['Adria', 'Ægir', 'aldA', 'Álka', 'Elba', 'Èlite', 'Oddur', 'Örn', 'Zoe'],
    ])
  }
})

test('treats composed and separate letters alike', () => {
  for (const language of LANGUAGE_IDS) {
    expect(nameKey('Sæbjörg'.normalize('NFD'), language)).toBe(nameKey('Sæbjörg', language))
  }
})

test('orders numbers in names as numbers', () => {
  const names = [
    'Boat 10',
    'Boat 2',
    'Boat 2b',
    'Boat',
    'Boat 02a',
    'Boat 12345678901',
    'R12-3',
    'R12-20',
    'R3',
  ]
  const ordered = [
    ...['Boat', 'Boat 2', 'Boat 02a', 'Boat 2b', 'Boat 10', 'Boat 12345678901', 'R3', 'R12-3', 'R12-20'],
  ]
  for (const language of LANGUAGE_IDS) {
    expect(names.toSorted(compareNames(language))).toEqual(ordered)
    expect(names.toSorted(new Intl.Collator(language, { numeric: true }).compare)).toEqual(ordered)
  }
})

/** Node supports every language; where it finds a difference of letters, our order must too. */
test.each(LANGUAGE_IDS)('orders names in %s as dictionaries do', (language) => {
  const collator = new Intl.Collator(language, { sensitivity: 'base' })
  const compare = compareNames(language)
  const letters = [...'aábcdðeéfghiíjklmnoópqrstuúvwxyýzþæöåäøüßœłđçñšžAÁÞÆÖ019 -']
  const names = letters.flatMap((a) => letters.map((b) => `S${a}${b}r`))
  const wrong: string[] = []
  for (let at = 0; at < names.length; at += 1) {
    const [a, b] = [names[at] ?? '', names[(at * 7 + 3) % names.length] ?? '']
    const theirs = collator.compare(a, b)
    if (theirs !== 0 && Math.sign(theirs) !== compare(a, b)) wrong.push(`${a} ${b}`)
  }
  expect(wrong).toEqual([])
})
