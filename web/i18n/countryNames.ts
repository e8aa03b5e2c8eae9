import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
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

/** Names a country in the reader's language: `Italy` → `Ítalía`. An English name that the list lacks stays as it is. */
export function useCountryName(isWanted = true): (country: string) => string {
  useTranslation()
  const { data: places } = useQuery({ ...placesQuery, enabled: isWanted })
  const language = currentLanguage()
  if (language === 'en') return (country) => country
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  return (country) => {
    const code = places?.get(country)?.code
    return (code && names.of(code)) || country
  }
}

export const byShownName = () => {
  const byName = compareNames(currentLanguage())
  return (a: { label: string }, b: { label: string }) => byName(a.label, b.label)
}
