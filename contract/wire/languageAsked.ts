import { z } from 'zod'
import { languageOf } from '#contract/text/language.ts'

/** In which language a document is, in the address of it. */
export const LanguageAsked = z.string().max(10).default('en').transform(languageOf)
