/**
 * What the address says after its question mark, per page. Anything may be typed there, so what makes no sense is
 * dropped and the page's default stands.
 */
type Search = Record<string, unknown>

export interface SignInSearch {
  /** Where to go once signed in; a path of this console only. */
  from?: string | undefined
  /** Why signing in through the outside provider did not work. */
  error?: string | undefined
}
export function readSignInSearch({ from, error }: Search): SignInSearch {
  return known({ from: matching(from, /^\/(?![/\\])/), error: matching(error, /^\w{1,100}$/) })
}

/** The token of a reset link; it may look like a number, which the router then reads as one. */
export function readResetSearch({ token }: Search): { token?: string } {
  return typeof token === 'string' || typeof token === 'number' ? { token: String(token) } : {}
}

export interface MapSearch {
  vessel?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
  zoom?: number | undefined
}
export function readMapSearch(search: Search): MapSearch {
  return known({
    vessel: text(search.vessel),
    lat: within(search.lat, -90, 90),
    lng: within(search.lng, -180, 180),
    zoom: within(search.zoom, 0, 24),
  })
}

export interface GeofenceSearch {
  lat?: number | undefined
  lng?: number | undefined
  zoom?: number | undefined
  /** The geofence whose popup is open. */
  geofence?: string | undefined
  /** The geofence whose points are being moved. */
  'editing-points'?: string | undefined
  q?: string | undefined
}
export function readGeofenceSearch(search: Search): GeofenceSearch {
  const { lat, lng, zoom } = readMapSearch(search)
  return known({
    lat,
    lng,
    zoom,
    geofence: text(search.geofence),
    'editing-points': text(search['editing-points']),
    q: text(search.q),
  })
}

export interface TripMapSearch extends MapSearch {
  /** The minute drilled into, epoch seconds. */
  minute?: number | undefined
}
export function readTripMapSearch(search: Search): TripMapSearch {
  return known({ ...readMapSearch(search), minute: within(search.minute, 0, 1e11) })
}

export const PAGE_SIZES = [10, 20, 30, 40, 50] as const

/** Absent means the default: first page, ten rows, newest first, everything. */
export interface ListSearch {
  /** Index of the page, from 0. */
  page?: number | undefined
  size?: number | undefined
  /** `field:asc` or `field:desc` */
  order?: string | undefined
  vessel?: string | undefined
  captain?: string | undefined
  /** A piece of a name or of a text. */
  q?: string | undefined
  role?: string | undefined
  department?: string | undefined
  type?: string | undefined
  severity?: string | undefined
  status?: string | undefined
  user?: string | undefined
  /** True shows super users among the others. */
  supers?: boolean | undefined
  /** Days as YYYY-MM-DD, both included. */
  from?: string | undefined
  to?: string | undefined
}
export function readListSearch(search: Search): ListSearch {
  const size = PAGE_SIZES.find((choice) => choice === search.size)
  return known({
    page: Number.isInteger(search.page) ? within(search.page, 0, 1e6) : undefined,
    size,
    order: matching(search.order, /^[a-z_]{1,40}:(asc|desc)$/),
    vessel: text(search.vessel),
    captain: text(search.captain),
    q: text(search.q),
    role: text(search.role),
    department: text(search.department),
    type: text(search.type),
    severity: text(search.severity),
    status: text(search.status),
    user: text(search.user),
    supers: search.supers === true ? true : undefined,
    from: matching(search.from, DAY),
    to: matching(search.to, DAY),
  })
}

/** Peaks that the impacts of a trip are filtered by, g; the top end stands for everything above it too. */
export const IMPACT_PEAKS_G = { min: 0.5, max: 6, step: 0.5 } as const
export interface ImpactSearch extends Pick<ListSearch, 'page' | 'order'> {
  min?: number | undefined
  max?: number | undefined
}
export function readImpactSearch(search: Search): ImpactSearch {
  const { page, order } = readListSearch(search)
  const min = impactPeak(search.min)
  const max = impactPeak(search.max)
  const isRange = (min ?? IMPACT_PEAKS_G.min) < (max ?? IMPACT_PEAKS_G.max)
  return known({ page, order, ...(isRange ? { min, max } : {}) })
}

export const AGGREGATIONS = ['days', 'weeks', 'months'] as const
export interface ReportSearch {
  aggregation?: (typeof AGGREGATIONS)[number] | undefined
  /** Days as YYYY-MM-DD, both included. */
  from?: string | undefined
  to?: string | undefined
}
export function readReportSearch(search: Search): ReportSearch {
  return known({
    aggregation: AGGREGATIONS.find((choice) => choice === search.aggregation),
    from: matching(search.from, DAY),
    to: matching(search.to, DAY),
  })
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** The router reads a search for `42` as a number. */
const text = (given: unknown) => {
  const value = typeof given === 'number' ? String(given) : given
  return typeof value === 'string' && value !== '' && value.length <= 100 ? value : undefined
}
const matching = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined
const impactPeak = (value: unknown) => {
  const { min, max, step } = IMPACT_PEAKS_G
  const peak = within(value, min, max)
  return peak !== undefined && peak % step === 0 ? peak : undefined
}
const within = (value: unknown, min: number, max: number) =>
  typeof value === 'number' && value >= min && value <= max ? value : undefined

/** Leaves out what is undefined, so that the address stays short. */
const known = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, given]) => given !== undefined)) as Value
