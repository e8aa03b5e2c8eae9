import type { Language } from './language.ts'

/**
 * Order of names in each language: one table for the browser and for SQL, because neither has all orders.
 * Browsers lack Icelandic, and of the two record engines only one supports languages.
 */
export interface NameOrder {
  /** Letters that are replaced by several letters, before any other replacement. */
  spelled: readonly (readonly [letter: string, letters: string])[]
  /** Letters of every case and accent, with their stand-ins at equal places in alphabetical order. */
  from: string
  to: string
}

/** Stand-ins lie after digits and signs and before every other script; no name contains such characters. */
const FIRST_STAND_IN = 0x80
const LAST_LETTER = 0x17f

const LATIN = 'abcdðefghijklmnopqrstuvwxyzþ'
const ICELANDIC = 'aábcdðeéfghiíjklmnoópqrstuúvwxyýzþæöå'
/** Letters with a stroke or a dot that Unicode does not decompose, with their base letters. */
const STRUCK: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i' }
const LIGATURES = [
  ['Œ', 'oe'],
  ['œ', 'oe'],
  ['ß', 'ss'],
] as const
const LATIN_LIGATURES = [...LIGATURES, ['Æ', 'ae'], ['æ', 'ae']] as const

export const NAME_ORDERS: Readonly<Record<Language, NameOrder>> = {
  en: nameOrder(LATIN, STRUCK, LATIN_LIGATURES),
  it: nameOrder(LATIN, STRUCK, LATIN_LIGATURES),
  is: nameOrder(ICELANDIC, { ...STRUCK, ø: 'ö', ä: 'æ' }, LIGATURES),
}

/** Numbers get zeros before them up to so many digits, so that characters order them: Boat 2 before Boat 10. */
export const NUMBER_DIGITS = 10

/** Sort key of a name: a plain comparison of characters orders the keys. */
export function nameKey(name: string, language: Language): string {
  const { spelled, from, to } = NAME_ORDERS[language]
  const whole = spelled.reduce(
    (text, [letter, letters]) => text.replaceAll(letter, letters),
    name.normalize('NFC'),
  )
  return [...whole]
    .map((letter) => to[from.indexOf(letter)] ?? letter)
    .join('')
    .replace(/[0-9]+/g, (digits) => digits.replace(/^0+/, '').padStart(NUMBER_DIGITS, '0'))
}

/**
 * Compares names in the order of a language; names that differ in case and accents alone have a fixed order
 * too.
 */
export function compareNames(language: Language): (a: string, b: string) => number {
  return (a, b) => {
    const [keyA, keyB] = [nameKey(a, language), nameKey(b, language)]
    if (keyA === keyB) return a < b ? -1 : Number(a > b)
    return keyA < keyB ? -1 : 1
  }
}

function nameOrder(
  alphabet: string,
  same: Readonly<Record<string, string>>,
  spelled: NameOrder['spelled'],
): NameOrder {
  let [from, to] = ['', '']
  for (let code = 0x41; code <= LAST_LETTER; code++) {
    const letter = String.fromCharCode(code)
    const small = letter.toLowerCase()
    const place = [small, same[small], small.normalize('NFD').charAt(0)]
      .map((one) => (one ? alphabet.indexOf(one) : -1))
      .find((found) => found >= 0)
    if (place === undefined) continue
    from += letter
    to += String.fromCharCode(FIRST_STAND_IN + place)
  }
  return { spelled, from, to }
}
