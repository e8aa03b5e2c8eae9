import type { Language } from './language.ts'

/** Values for the blanks of a sentence, by name. */
export type Blanks = Readonly<Record<string, string | number>>

/** Writes values into the blanks of a sentence: `'Left {{fence}}'` → `'Left Harbour'`. Throws for a blank without a value. */
export const fill = (sentence: string, values: Blanks): string =>
  sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`“${sentence}” needs ${name}`)
    return String(value)
  })

/** The names of sentences that come in two forms, `more_one` and `more_other`. */
type Counted<Words> = { [Key in keyof Words]: Key extends `${infer Name}_other` ? Name : never }[keyof Words]

/**
 * Writes a sentence in the form for a number: Icelandic uses the same form for 21 as for 1. `{{count}}` is the number.
 */
export function counted<Words extends object>(
  language: Language,
  words: Words,
  name: Counted<Words> & string,
  count: number,
  values: Blanks = {},
): string {
  const form = new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'
  const sentence = (words as Readonly<Record<string, unknown>>)[`${name}_${form}`]
  return fill(String(sentence), { count, ...values })
}
