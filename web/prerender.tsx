/** The page of sign-in as HTML in its first state, for the build: the browser paints it before any script has loaded. */
import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#contract/text/language.ts'
import en from '#words/en/screen/signIn.json'
import is from '#words/is/screen/signIn.json'
import it from '#words/it/screen/signIn.json'
import { type Begun, SignedOutApp } from './SignedOutApp.tsx'

const WORDS = { en, it, is }

/** Ways to sign in that an installation without an external provider can have. */
export const WAYS: Readonly<Record<string, Begun>> = {
  code: { mail: true, demo: false },
  'code demo': { mail: true, demo: true },
  password: { mail: false, demo: false },
}

export async function prerender(language: Language, begun: Begun): Promise<string> {
  await i18next.use(initReactI18next).init({
    resources: { [language]: { translation: WORDS[language] } },
    interpolation: { escapeValue: false },
  })
  await i18next.changeLanguage(language)
  return renderToString(<SignedOutApp path="/signin" search="" begun={begun} />)
}
