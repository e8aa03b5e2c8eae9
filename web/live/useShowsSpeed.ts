import type { MapVessel } from '#contract/wire/vessel.ts'
import { useFreshness } from './freshness.ts'

/** Whether a card shows how fast a vessel is, rather than how long ago she was last seen. */
export function useShowsSpeed({ status, last_updated }: MapVessel): boolean {
  const age = useFreshness(last_updated)
  return (status === 'sailing' || status === 'online') && age !== 'old'
}
