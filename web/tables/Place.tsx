import { Missing } from '../ui/Quantity.tsx'

/** `Iceland, Reykjavík`; the country alone where no region is known. */
export function Place({ country, region }: { country: string | null; region: string | null }) {
  return country ? [country, region].filter(Boolean).join(', ') : <Missing />
}
