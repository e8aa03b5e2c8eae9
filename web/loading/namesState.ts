/**
 * Loading state of names that are requested separately from their rows. A name counts as missing only when the state
 * is `known`.
 */
export type NamesState = 'pending' | 'failed' | 'known'

/** Loading state of the names of a query; a disabled query counts as loaded. */
export const namesOf = (query: { data: unknown; isError: boolean }, enabled = true): NamesState =>
  !enabled || query.data !== undefined ? 'known' : query.isError ? 'failed' : 'pending'
