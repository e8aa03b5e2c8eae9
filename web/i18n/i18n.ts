import i18next, { type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#contract/text/language.ts'
import signInWords from '#words/en/screen/signIn.json'
import type { ScreenWords } from './screenWords.ts'

export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', it: 'Italiano', is: 'Íslenska' }
export type { Language }
export type Translate = TFunction

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: ScreenWords }
  }
}

const STORED_AS = 'language'

/**
 * Loads the stored language, or the browser's first language that the console has, or English. A page before sign-in
 * loads only the words of signing in.
 */
export async function startI18n({ isSignedOut = false } = {}) {
  speaksLittle = isSignedOut
  const language = storedLanguage() ?? navigator.languages.map(toLanguage).find((known) => known) ?? 'en'
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: signInWords } },
    interpolation: { escapeValue: false },
  })
  await switchLanguage(language)
}

export async function changeLanguage(language: Language) {
  localStorage.setItem(STORED_AS, language)
  await switchLanguage(language)
}

export const currentLanguage = (): Language => toLanguage(i18next.language ?? '') ?? 'en'

/** Loads the words of all pages; the pages before sign-in need only a few of them. */
export function completeWords(): Promise<void> {
  completed ??= switchLanguage(currentLanguage(), true).catch((error: unknown) => {
    completed = null
    throw error
  })
  return completed
}
let completed: Promise<void> | null = null

let speaksLittle = false

async function switchLanguage(language: Language, isSignedIn = completed !== null) {
  const words = await loadWords(language, isSignedIn)
  if (words) i18next.addResourceBundle(language, 'translation', words)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

async function loadWords(language: Language, isSignedIn: boolean): Promise<object | null> {
  if (language === 'it') {
    return speaksLittle
      ? (await import('#words/it/screen/signIn.json')).default
      : (await import('./screens/it.ts')).words
  }
  if (language === 'is') {
    return speaksLittle
      ? (await import('#words/is/screen/signIn.json')).default
      : (await import('./screens/is.ts')).words
  }
  return isSignedIn ? (await import('./screens/en.ts')).words : null
}

const storedLanguage = () => toLanguage(localStorage.getItem(STORED_AS) ?? '')

function toLanguage(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split('-')
  return primary !== undefined && Object.hasOwn(LANGUAGES, primary) ? (primary as Language) : undefined
}
