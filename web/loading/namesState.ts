/** How far names are read that come apart from the rows they stand in. A name counts as absent only when they are known. */
export type NamesState = 'pending' | 'failed' | 'known'

/** State of the names of a query; a disabled query has none to wait for. */
export const namesOf = (query: { data: unknown; isError: boolean }, enabled = true): NamesState =>
  !enabled || query.data !== undefined ? 'known' : query.isError ? 'failed' : 'pending'
