import { Quantity } from '../ui/Quantity.tsx'

/** One of the percentages that `percentShares` made; null where there is no whole. */
export function Share({ percent }: { percent: number | null | undefined }) {
  return <Quantity value={percent ?? null} unit="%" decimals={1} />
}
