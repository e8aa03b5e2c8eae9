/** The languages of the console and its mails. */
export const LANGUAGE_IDS = ['en', 'it', 'is'] as const
export type Language = (typeof LANGUAGE_IDS)[number]

/** The first supported language of an Accept-Language header, else English. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', quality = ''] = part
      .trim()
      .toLowerCase()
      .split(/;\s*q=/)
    return { id: tag.split('-')[0], weight: quality === '' ? 1 : Number(quality) }
  })
  const understood = wanted
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ id }) => LANGUAGE_IDS.find((known) => known === id))
  return understood.find((id) => id !== undefined) ?? 'en'
}

/** Written out because browsers ship without Icelandic and would silently write English. */
export const NUMBER_SIGNS: Readonly<Record<Language, { decimalSign: string; groupSign: string }>> = {
  en: { decimalSign: '.', groupSign: ',' },
  it: { decimalSign: ',', groupSign: '.' },
  is: { decimalSign: ',', groupSign: '.' },
}
