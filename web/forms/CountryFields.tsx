import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { byShownName, placesQuery, useCountryName } from '../i18n/countryNames.ts'
import { ChoiceField } from './fields.tsx'
import type { Form } from './useForm.ts'

interface Place {
  country: string
  region?: string | undefined
}

/** Country and region; choosing another country clears the region. */
export function CountryFields<Values extends Place>({ form }: { form: Form<Values> }) {
  const { t } = useTranslation()
  const { data: places } = useQuery(placesQuery)
  const nameOf = useCountryName()
  const place = form as unknown as Form<Place>
  const { country } = place.values
  const countryField = place.field('country')
  const region = place.field('region')
  return (
    <>
      <ChoiceField
        field={{ ...countryField, onChange: (next) => place.set({ country: next, region: '' }) }}
        label={t('departments.country')}
        options={options([...(places?.keys() ?? [])], country, nameOf).toSorted(byShownName())}
        searchable
      />
      <ChoiceField
        field={{ ...region, value: region.value ?? '' }}
        label={t('departments.region')}
        options={options(places?.get(country)?.regions ?? [], region.value)}
        disabled={country === ''}
        searchable
      />
    </>
  )
}

/** Keeps the stored value as an option, even if the list spells it otherwise. */
function options(
  names: readonly string[],
  present: string | undefined,
  labelOf = (name: string) => name,
): { value: string; label: string }[] {
  const all = present && !names.includes(present) ? [present, ...names] : names
  return [...new Set(all)].map((name) => ({ value: name, label: labelOf(name) }))
}
