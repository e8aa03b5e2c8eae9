/**
 * Search parameters of each page, from the address after its question mark. A user may type anything there, so an
 * invalid value is dropped and the default of the page applies.
 */
import type { listAlerts } from '#contract/wire/alert.ts'
import type { listApiKeys } from '#contract/wire/apiKey.ts'
import type { listAudit } from '#contract/wire/audit.ts'
import type { listCaptains } from '#contract/wire/captain.ts'
import type { listDepartments } from '#contract/wire/department.ts'
import type { listDevices } from '#contract/wire/device.ts'
import type { listExports } from '#contract/wire/fleetExport.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import type { listMaintenance, listServiceRecords } from '#contract/wire/maintenance.ts'
import type { listMessages } from '#contract/wire/notification.ts'
import type { listOrganizations } from '#contract/wire/organization.ts'
import { OWN_PATH } from '#contract/wire/ownPath.ts'
import type { listReportDeliveries, listReportSchedules } from '#contract/wire/reportSchedule.ts'
import type { listRules } from '#contract/wire/rule.ts'
import type { listShareLinks } from '#contract/wire/shareLink.ts'
import type { listTrips } from '#contract/wire/trip.ts'
import type { listUsers } from '#contract/wire/user.ts'
import type { listWallLinks } from '#contract/wire/wallLink.ts'
import { FLEET_GROUPS, type FleetGroup } from './fleet/fleetGroups.ts'
import type { MapView } from './map/mapView.ts'

type Search = Record<string, unknown>

/**
 * The router merges the result over the address, which would restore dropped parameters. Every parameter that the
 * page does not read is therefore set to undefined.
 */
const reader =
  <Read extends object>(read: (search: Search) => Read) =>
  (search: Search): Read => ({
    ...(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])) as Partial<Read>),
    ...read(search),
  })

export interface SignInSearch {
  /** Path to open after signing in; only a path of this console. */
  from?: string | undefined
  /** Error of the sign-in through the external provider. */
  error?: string | undefined
  /** The external provider signed the user in, and the second factor is missing. */
  second_factor?: true | undefined
}
export const readSignInSearch = reader<SignInSearch>(({ from, error, second_factor }) => ({
  from: matching(from, OWN_PATH),
  error: matching(error, /^\w{1,100}$/),
  second_factor: String(second_factor) === 'true' || undefined,
}))

/** The token of a reset link; it may look like a number, which the router then reads as one. */
export const readResetSearch = reader<{ token?: string }>(({ token }) =>
  typeof token === 'string' || typeof token === 'number' ? { token: String(token) } : {},
)

export interface MapSearch {
  vessel?: string | undefined
  /** Group of vessels to show. */
  show?: FleetGroup | undefined
  lat?: number | undefined
  lng?: number | undefined
  zoom?: number | undefined
}
export const readMapSearch = reader<MapSearch>((search) => ({
  vessel: text(search.vessel),
  show: FLEET_GROUPS.find((group) => group === search.show),
  ...viewIn(search),
}))

/** Speed of the replay relative to real time. */
export const FLEET_SPEEDS = [1, 10, 60, 300, 600] as const

export interface FleetMapSearch extends MapSearch {
  /** The days of the replay as YYYY-MM-DD, both included; without them the map shows the present. */
  from?: string | undefined
  to?: string | undefined
  /** Moment of the replay, epoch seconds. */
  at?: number | undefined
  speed?: (typeof FLEET_SPEEDS)[number] | undefined
}
export const readFleetMapSearch = reader<FleetMapSearch>((search) => {
  const { from, to } = daysIn(search)
  if (!from) return readMapSearch(search)
  return {
    ...readMapSearch(search),
    from,
    to: to ?? from,
    at: within(search.at, 0, 1e11),
    speed: FLEET_SPEEDS.find((speed) => speed === search.speed),
  }
})

/** A place needs both numbers. */
function viewIn(search: Search): AddressedView {
  const lat = within(search.lat, -90, 90)
  const lng = within(search.lng, -180, 180)
  const zoom = within(search.zoom, 0, 24)
  return lat === undefined || lng === undefined ? { zoom } : { lat, lng, zoom }
}

type AddressedView = Pick<MapSearch, 'lat' | 'lng' | 'zoom'>

/** The view that an address names, as far as it names one. */
export const viewOf = ({ lat, lng, zoom }: AddressedView): Partial<MapView> => ({
  ...(lat !== undefined && lng !== undefined && { latitudeDeg: lat, longitudeDeg: lng }),
  ...(zoom !== undefined && { zoom }),
})

/** A view in the names of addresses. */
export const addressedView = ({ latitudeDeg, longitudeDeg, zoom }: MapView) => ({
  lat: latitudeDeg,
  lng: longitudeDeg,
  zoom,
})

export interface GeofenceSearch {
  lat?: number | undefined
  lng?: number | undefined
  zoom?: number | undefined
  /** Geofence whose popup is open. */
  geofence?: string | undefined
  /** Geofence whose points are being edited. */
  'editing-points'?: string | undefined
  q?: string | undefined
}
export const readGeofenceSearch = reader<GeofenceSearch>((search) => ({
  ...viewIn(search),
  geofence: text(search.geofence),
  'editing-points': text(search['editing-points']),
  q: text(search.q),
}))

/** The moment of a trip, on its map and its pages. */
export interface MomentSearch {
  /** Moment that map, plots, replay, weather and tables show, epoch ms. */
  t?: number | undefined
  /** Number of the motion sensor that chart and replay show. */
  sensor?: number | undefined
}
const momentOf = (search: Search): MomentSearch => ({
  t: whole(search.t, 0, 1e14),
  sensor: whole(search.sensor, 1, 255),
})
export const readMomentSearch = reader<MomentSearch>(momentOf)

export interface TripMapSearch extends MapSearch, MomentSearch {
  /** Minute shown in detail, epoch seconds; it contains the moment. */
  minute?: number | undefined
}
export const readTripMapSearch = reader<TripMapSearch>((search) => ({
  ...readMapSearch(search),
  ...momentOf(search),
  minute: within(search.minute, 0, 1e11),
}))

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
  /** Part of a name or a text. */
  q?: string | undefined
  role?: string | undefined
  department?: string | undefined
  type?: string | undefined
  severity?: string | undefined
  status?: string | undefined
  geofence?: string | undefined
  user?: string | undefined
  /** True shows super users among the others. */
  supers?: boolean | undefined
  /** Days as YYYY-MM-DD, both included. */
  from?: string | undefined
  to?: string | undefined
}
/** Reads the parameters of a list; `orders` are the fields by which the list can be sorted. */
export const listSearch = <Order extends string>(...orders: readonly Order[]) =>
  reader<ListSearch>((search) => ({
    page: pageIn(search),
    size: PAGE_SIZES.find((choice) => choice === search.size),
    order: orderIn(search, orders),
    vessel: matching(search.vessel, ID),
    captain: matching(search.captain, ID),
    q: text(search.q),
    role: text(search.role),
    department: matching(search.department, ID),
    type: text(search.type),
    severity: text(search.severity),
    status: text(search.status),
    geofence: matching(search.geofence, ID),
    user: matching(search.user, ID),
    supers: search.supers === true ? true : undefined,
    ...daysIn(search),
  }))

/** Search of each list, with the fields that its head orders by. */
export const searchOf = {
  vessels: listSearch(),
  reportSchedules: listSearch<OrderOf<typeof listReportSchedules>>('name', 'created_at'),
  reportDeliveries: listSearch<OrderOf<typeof listReportDeliveries>>('created_at'),
  trips: listSearch<OrderOf<typeof listTrips>>('start_time', 'duration', 'peak_impact'),
  exports: listSearch<OrderOf<typeof listExports>>('created_at'),
  captains: listSearch<OrderOf<typeof listCaptains>>('name', 'rank', 'trips'),
  users: listSearch<OrderOf<typeof listUsers>>('name', 'role', 'email'),
  alerts: listSearch<OrderOf<typeof listAlerts>>('trigger_time'),
  rules: listSearch<OrderOf<typeof listRules>>('type', 'severity', 'enabled'),
  devices: listSearch<OrderOf<typeof listDevices>>('id', 'vessel', 'last_seen'),
  organizations: listSearch<OrderOf<typeof listOrganizations>>(
    'name',
    'created_at',
    'last_login',
    'country',
    'trips',
  ),
  departments: listSearch<OrderOf<typeof listDepartments>>(
    'name',
    'country',
    'users',
    'vessels',
    'captains',
    'trips',
  ),
  apiKeys: listSearch<OrderOf<typeof listApiKeys>>('name', 'created_at', 'last_used', 'used_credits_total'),
  messages: listSearch<OrderOf<typeof listMessages>>('created_at'),
  shareLinks: listSearch<OrderOf<typeof listShareLinks>>('created_at', 'expires_at', 'openings'),
  wallLinks: listSearch<OrderOf<typeof listWallLinks>>('created_at'),
  maintenance: listSearch<OrderOf<typeof listMaintenance>>('due_at', 'title', 'vessel'),
  serviceRecords: listSearch<OrderOf<typeof listServiceRecords>>('done_at'),
  audit: listSearch<OrderOf<typeof listAudit>>('at'),
}

/** Range of the peaks that filter the impacts of a trip, g; the top end also includes everything above. */
export const IMPACT_PEAKS_G = { min: 0.5, max: 6, step: 0.5 } as const
export interface ImpactSearch extends MomentSearch, Pick<ListSearch, 'page' | 'order'> {
  min?: number | undefined
  max?: number | undefined
}
export const readImpactSearch = reader<ImpactSearch>((search) => {
  const min = impactPeak(search.min)
  const max = impactPeak(search.max)
  const isRange = (min ?? IMPACT_PEAKS_G.min) < (max ?? IMPACT_PEAKS_G.max)
  const order = matching(search.order, /^[a-z_]{1,40}:(asc|desc)$/)
  return { ...momentOf(search), page: pageIn(search), order, ...(isRange ? { min, max } : {}) }
})

export const AGGREGATIONS = ['days', 'weeks', 'months'] as const
export interface ReportSearch {
  aggregation?: (typeof AGGREGATIONS)[number] | undefined
  /** Days as YYYY-MM-DD, both included. */
  from?: string | undefined
  to?: string | undefined
}
export const readReportSearch = reader<ReportSearch>((search) => ({
  aggregation: AGGREGATIONS.find((choice) => choice === search.aggregation),
  ...daysIn(search),
}))

export interface LogbookSearch {
  /** YYYY-MM-DD; undefined means today. */
  date?: string | undefined
}
export const readLogbookSearch = reader<LogbookSearch>(({ date }) => ({ date: daysIn({ from: date }).from }))

/** Days of the figures as YYYY-MM-DD, both included; without them the last thirty days. */
export type DaysSearch = Pick<ReportSearch, 'from' | 'to'>
export const readDaysSearch = reader<DaysSearch>(daysIn)

export interface CommentSearch extends DaysSearch {
  /** Only comments on trips, or on vessels themselves. */
  entity?: 'trip' | 'vessel' | undefined
}
export const readCommentSearch = reader<CommentSearch>((search) => ({
  entity: (['trip', 'vessel'] as const).find((one) => one === search.entity),
  ...daysIn(search),
}))

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const pageIn = ({ page }: Search) => whole(page, 0, 1e6)

function orderIn({ order }: Search, orders: readonly string[]): string | undefined {
  const [, field = ''] = /^(\w+):(?:asc|desc)$/.exec(String(order)) ?? []
  return orders.includes(field) ? String(order) : undefined
}

/** Days of the calendar, with the first not after the last. */
function daysIn(search: Search): { from?: string | undefined; to?: string | undefined } {
  const from = day(search.from)
  const to = day(search.to)
  return from && to && from > to ? {} : { from, to }
}
function day(value: unknown): string | undefined {
  const given = matching(value, /^20\d\d-\d\d-\d\d$/)
  const time = new Date(`${given}T00:00Z`)
  // A date that does not exist is either invalid or becomes a day of the next month.
  return Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== given ? undefined : given
}

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
const whole = (value: unknown, min: number, max: number) =>
  Number.isInteger(value) ? within(value, min, max) : undefined
const within = (value: unknown, min: number, max: number) =>
  typeof value === 'number' && value >= min && value <= max ? value : undefined
