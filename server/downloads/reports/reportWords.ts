import type { Language } from '#contract/text/language.ts'
import { FIGURE_WORDS, type FigureKey } from '#contract/words/reportRows.ts'
import { wordsIn } from '#server/words/wordsIn.ts'

/** Words of a report as a document: those of the Reports page, and a few additional ones. */
export function reportWords(language: Language) {
  const { reports, scheduled, speedWords, documents } = wordsIn(language)
  return { ...reports, ...documents.report, title: scheduled.report, made: documents.made, speedWords }
}

/** Each figure has the name that the Reports page gives it. */
export const figureName = (key: FigureKey, language: Language) => wordsIn(language).reports[FIGURE_WORDS[key]]
