import { useCountryName } from '../i18n/countryNames.ts'
import { Missing } from '../ui/Quantity.tsx'

/** `Iceland, Reykjavík`; only the country without a region. */
export function Place({ country, region }: { country: string | null; region: string | null }) {
  const nameOf = useCountryName(country !== null)
  return country ? [nameOf(country), region].filter(Boolean).join(', ') : <Missing />
}
