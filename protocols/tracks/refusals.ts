/** Accounts of refusals that a user can resolve; the import names the remedy. */

/** Counted beside reason `plan`. */
export const ROUTES_AND_WAYPOINTS = 'routes and waypoints'
export const PLACES_WITHOUT_TIME = 'places without a time'
/** Counted beside reason `no_time`. */
export const LINE_WITHOUT_TIMES = 'line without times'
export const MANGLED_TIME = 'time changed by a spreadsheet'
/** Counted beside reason `malformed`. */
export const MORE_CELLS = 'row has more cells than headings'
export const FEWER_CELLS = 'row has fewer cells than headings'
export const MANGLED_POSITION = 'position changed by a spreadsheet'
export const POSITION_IN_METRES = 'position in metres'
export const CUT_OFF = 'XML that ends too early'
