import type { ListSearch } from '../searchParameters.ts'

let search: ListSearch = {}

/** Which trips were listed last, so that the way back from a trip leads to the same ones. */
export const listedTrips = {
  search: () => search,
  note: (next: ListSearch) => {
    search = next
  },
}
