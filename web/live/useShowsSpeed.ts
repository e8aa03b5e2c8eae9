import type { MapVessel } from '#contract/wire/vessel.ts'
import { useFreshness } from './freshness.ts'

/** True when a card shows the speed of a vessel, and false when it shows her last report. */
export function useShowsSpeed({ status, last_updated }: MapVessel): boolean {
  const age = useFreshness(last_updated)
  return (status === 'sailing' || status === 'online') && age !== 'old'
}
