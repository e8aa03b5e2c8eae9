import { Problem } from '#contract/wire/errors.ts'

interface Place {
  country?: string | null | undefined
  region?: string | null | undefined
}

/**
 * Throws `invalid` for a country or region that the form does not offer. Stored values may stay; a new
 * country without a region clears the region.
 */
export async function requirePlace(given: Place, stored: Place = {}): Promise<void> {
  const { country = stored.country } = given
  const isNewCountry = country !== stored.country
  const { region = isNewCountry ? '' : stored.region } = given
  if (!country || (!isNewCountry && region === stored.region)) return
  const regions = (await regionsByCountry()).get(country)
  if (isNewCountry && !regions) throw new Problem('invalid', 'country: There is no such country.')
  if (region && regions && !regions.has(region))
    throw new Problem('invalid', 'region: There is no such region of the country.')
}

let read: Promise<ReadonlyMap<string, ReadonlySet<string>>> | undefined

/** Loaded at the first use: the list is 130 kB, and places change rarely. */
function regionsByCountry(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  read ??= import('country-region-data').then(
    ({ allCountries }) =>
      new Map(allCountries.map(([name, , regions]) => [name, new Set(regions.map(([region]) => region))])),
  )
  return read
}
