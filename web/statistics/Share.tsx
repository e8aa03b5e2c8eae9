import { Quantity } from '../ui/Quantity.tsx'

/** One of the percentages of `percentShares`; null without a whole. */
export function Share({ percent }: { percent: number | null | undefined }) {
  return <Quantity value={percent ?? null} unit="%" decimals={1} />
}
