import i18next from 'i18next'
import type { AlertSpeech } from '#contract/words/alertWords.ts'
import { currentLanguage } from './i18n.ts'
import type { ScreenWords } from './screenWords.ts'

/** The reader's language as the texts of alerts need it. */
export function currentAlertSpeech(): AlertSpeech {
  const language = currentLanguage()
  const words = i18next.getResourceBundle(language, 'translation') as ScreenWords
  return { language, words: words.alertText, units: words.format.unit }
}
