import { Quantity } from '../ui/Quantity.tsx'

/** A part of a whole in percent; what is there at all is not written as 0 %. */
export function Share({ part, whole }: { part: number; whole: number | null }) {
  const percent = whole ? (part / whole) * 100 : null
  const isSmall = percent !== null && percent > 0 && percent < 1
  return <Quantity value={percent} unit="%" decimals={isSmall ? 1 : 0} />
}
