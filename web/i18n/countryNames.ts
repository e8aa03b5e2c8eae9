import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/text/language.ts'
import { compareNames } from '#contract/text/nameOrder.ts'
import { currentLanguage } from './i18n.ts'

/** The list of countries has 130 kB and loads with the first page that shows a country. */
export const placesQuery = {
  queryKey: ['places'],
  queryFn: async () => {
    const { allCountries } = await import('country-region-data')
    return new Map(
      allCountries.map(([name, code, regions]) => [
        name as string,
        { code: code as string, regions: regions.map(([region]) => region as string) },
      ]),
    )
  },
  staleTime: Number.POSITIVE_INFINITY,
}

/** Names by ISO code. Browsers do not have them in every language: Chrome has no Icelandic ones. */
const NAMES: Readonly<Record<Language, () => Promise<{ default: Readonly<Record<string, string>> }>>> = {
  en: () => import('#words/en/countries.json'),
  it: () => import('#words/it/countries.json'),
  is: () => import('#words/is/countries.json'),
}

const namesQuery = (language: Language) => ({
  queryKey: ['countryNames', language],
  queryFn: async () => (await NAMES[language]()).default,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Names a country by its ISO code in the reader's language: `IT` → `Ítalía`; nothing until the names are loaded. */
export function useCountryOfCode(isWanted = true): (code: string) => string | undefined {
  useTranslation()
  const { data: names } = useQuery({ ...namesQuery(currentLanguage()), enabled: isWanted })
  return (code) => names?.[code]
}

/** Names a country in the reader's language: `Italy` → `Ítalía`. An English name that the list lacks stays as it is. */
export function useCountryName(isWanted = true): (country: string) => string {
  const isTranslated = isWanted && currentLanguage() !== 'en'
  const nameOf = useCountryOfCode(isTranslated)
  const { data: places } = useQuery({ ...placesQuery, enabled: isWanted })
  if (!isTranslated) return (country) => country
  return (country) => nameOf(places?.get(country)?.code ?? '') ?? country
}

export const byShownName = () => {
  const byName = compareNames(currentLanguage())
  return (a: { label: string }, b: { label: string }) => byName(a.label, b.label)
}
