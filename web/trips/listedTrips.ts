import type { ListSearch } from '../searchParameters.ts'

let search: ListSearch = {}

/** Trips that were listed last, so that the way back from a trip leads to the same list. */
export const listedTrips = {
  search: () => search,
  note: (next: ListSearch) => {
    search = next
  },
}
