import type { Language } from '#contract/text/language.ts'
import type { AlertSpeech } from '#contract/words/alertWords.ts'
import englishDocuments from '#words/en/documents.json' with { type: 'json' }
import englishMails from '#words/en/mails.json' with { type: 'json' }
import englishAlertText from '#words/en/screen/alertText.json' with { type: 'json' }
import englishFormat from '#words/en/screen/format.json' with { type: 'json' }
import englishNames from '#words/en/screen/names.json' with { type: 'json' }
import englishReports from '#words/en/screen/reports.json' with { type: 'json' }
import icelandicDocuments from '#words/is/documents.json' with { type: 'json' }
import icelandicMails from '#words/is/mails.json' with { type: 'json' }
import icelandicAlertText from '#words/is/screen/alertText.json' with { type: 'json' }
import icelandicFormat from '#words/is/screen/format.json' with { type: 'json' }
import icelandicNames from '#words/is/screen/names.json' with { type: 'json' }
import icelandicReports from '#words/is/screen/reports.json' with { type: 'json' }
import italianDocuments from '#words/it/documents.json' with { type: 'json' }
import italianMails from '#words/it/mails.json' with { type: 'json' }
import italianAlertText from '#words/it/screen/alertText.json' with { type: 'json' }
import italianFormat from '#words/it/screen/format.json' with { type: 'json' }
import italianNames from '#words/it/screen/names.json' with { type: 'json' }
import italianReports from '#words/it/screen/reports.json' with { type: 'json' }

const ENGLISH = {
  ...englishAlertText,
  mails: englishMails,
  documents: englishDocuments,
  ...englishFormat,
  ...englishNames,
  ...englishReports,
}
export type Words = typeof ENGLISH

const WORDS: Readonly<Record<Language, Words>> = {
  en: ENGLISH,
  it: {
    ...italianAlertText,
    mails: italianMails,
    documents: italianDocuments,
    ...italianFormat,
    ...italianNames,
    ...italianReports,
  },
  is: {
    ...icelandicAlertText,
    mails: icelandicMails,
    documents: icelandicDocuments,
    ...icelandicFormat,
    ...icelandicNames,
    ...icelandicReports,
  },
}

/** The sentences of a language that the server writes: in alerts, mails and documents, and those it shares with the screen. */
export const wordsIn = (language: Language): Words => WORDS[language]

/** A language as the texts of alerts need it. */
export const alertSpeech = (language: Language): AlertSpeech => ({
  language,
  words: WORDS[language].alertText,
  units: WORDS[language].format.unit,
})
