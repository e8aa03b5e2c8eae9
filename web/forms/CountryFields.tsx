import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChoiceField } from './fields.tsx'
import type { Form } from './useForm.ts'

/** The list is 130 kB and the same for everybody: it loads with the first form that asks for a country. */
const placesQuery = {
  queryKey: ['places'],
  queryFn: async () => {
    const { allCountries } = await import('country-region-data')
    return new Map(
      allCountries.map(([name, , regions]) => [name as string, regions.map(([region]) => region)]),
    )
  },
  staleTime: Number.POSITIVE_INFINITY,
}

interface Place {
  country: string
  region?: string | undefined
}

/** A country, and then a region of it; another country begins without one. */
export function CountryFields<Values extends Place>({ form }: { form: Form<Values> }) {
  const { t } = useTranslation()
  const { data: places } = useQuery(placesQuery)
  const place = form as unknown as Form<Place>
  const { country } = place.values
  const countryField = place.field('country')
  const region = place.field('region')
  return (
    <>
      <ChoiceField
        field={{ ...countryField, onChange: (next) => place.set({ country: next, region: '' }) }}
        label={t('departments.country')}
        options={options([...(places?.keys() ?? [])], country)}
        searchable
      />
      <ChoiceField
        field={{ ...region, value: region.value ?? '' }}
        label={t('departments.region')}
        options={options(places?.get(country) ?? [], region.value)}
        disabled={country === ''}
        searchable
      />
    </>
  )
}

/** What is there stays choosable, also when the list writes it otherwise. */
function options(names: readonly string[], present: string | undefined): { value: string; label: string }[] {
  const all = present && !names.includes(present) ? [present, ...names] : names
  return [...new Set(all)].map((name) => ({ value: name, label: name }))
}
