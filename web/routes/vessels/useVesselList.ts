import type { MapVessel } from '#contract/wire/vessel.ts'
import { useVessels } from '../../live/vesselStates.ts'
import type { ListSearch } from '../../searchParameters.ts'
import { vesselsMatching } from './vesselsMatching.ts'

/** Page of the fleet in its live state, from the states that the whole console shares. */
export function useVesselList(search: ListSearch, pageSize: number, withUnpaired: boolean) {
  const vessels = useVessels((states) => states.all())
  const ready = useVessels((states) => states.ready())
  const matching = vesselsMatching(vessels, search, withUnpaired)
  const { page = 0, size = pageSize } = search
  const data: readonly MapVessel[] = matching.slice(page * size, (page + 1) * size)
  return {
    isFleetEmpty: vessels.length === 0,
    list: {
      data: ready ? { data, total: matching.length } : undefined,
      error: null,
      isError: false,
      isPlaceholderData: false,
      refetch: () => {},
    },
  }
}
