import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'

/** Figures that make the score of a trip. */
export const SCORE_PARTS = [
  'safety_quality',
  'impact_frequency',
  'peak_impact',
  'in_eco_speed_ratio',
] as const

/**
 * Statistics of a trip, in wire units: minutes, nmi, kn, g, L, kg, g. A null is "not known", never zero: a trip
 * without sensors has no impacts to count.
 */
export const TripStats = z.object({
  time_of_last_data_point: z.iso.datetime(),
  /** Wall time from the first moving sample, gaps included, minutes. */
  duration: z.number(),
  distance: z.number(),
  avg_sog: z.number().nullable(),
  max_sog: z.number().nullable(),
  avg_rog: z.number().nullable(),
  avg_impact: z.number().nullable(),
  peak_impact: z.number().nullable(),
  avg_peak_impact: z.number().nullable(),
  red_impacts: z.int().nullable(),
  impact_frequency: z.number().nullable(),
  fuel_consumption: z.number().nullable(),
  avg_fuel_rate_l_nm: z.number().nullable(),
  co2_emissions: z.number().nullable(),
  nox_emissions: z.number().nullable(),
  in_eco_speed_ratio: z.number().nullable(),
  safety_quality: z.number().nullable(),
  score: z.number().nullable(),
  /** What was measured of all that a score is made of; empty without a score. */
  score_basis: z.array(z.enum(SCORE_PARTS)),
  /** Less than half of the trip is covered by the data of some figure, or people declared some of it wrong. */
  partial: z.boolean(),
  /** Rates and counters of the engines tell different stories of what was burnt. */
  fuel_suspect: z.boolean(),
  /** Nobody gave SOG for some of it: there it was derived from positions. */
  sog_derived: z.boolean(),
  /** Positions and speeds tell different stories of how far it was. */
  distance_suspect: z.boolean(),
  /** Most of it lies between positions that are more than a minute apart. */
  sparse: z.boolean(),
  /** The receiver repeated one position while its SOG moved: there the distance is that of SOG. */
  position_frozen: z.boolean(),
})
export type TripStats = z.infer<typeof TripStats>

/**
 * Whether it was a way over the water. `doubted`: the boat was far faster than her top speed, as on a trailer; `ashore` and
 * `confirmed`: a person decided so. Doubted trips and those ashore count in no score, rank, heat map or statistics.
 */
export const SEA_STATES = ['assumed', 'doubted', 'ashore', 'confirmed'] as const
export type SeaState = (typeof SEA_STATES)[number]
/** True for trips that count in scores, ranks, heat map and statistics. */
export const isAtSea = (state: SeaState) => state === 'assumed' || state === 'confirmed'

/** One stretch of being under way. */
export const Trip = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  vessel_id: z.uuid(),
  vessel: z.object({
    id: z.uuid(),
    name: z.string(),
    picture_url: z.string().nullable(),
    department_id: z.uuid(),
    system_settings: z.object({ impact_limit: z.number() }),
  }),
  captain_id: z.uuid().nullable(),
  captain: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  start_time: z.iso.datetime(),
  /** Null while the trip is open. */
  end_time: z.iso.datetime().nullable(),
  /** Open, and its last data point no older than the live window. */
  live: z.boolean(),
  is_deleted: z.boolean(),
  visible: z.boolean(),
  /** What began it: `moving`, or a person's `split` or `trim`. */
  start_cause: z.string(),
  /** What ended it: `idle`, `silence`, `split` or `trim`; null while it is open. */
  end_cause: z.string().nullable(),
  sea_state: z.enum(SEA_STATES),
  /** Whose forecast is stored along its track. */
  weather_source: z.string().nullable(),
  /**
   * How far its figures and impacts are. Data that came late, a correction or a setting makes them anew; until they are
   * complete, what is shown is of before or of the `share` of the trip's time that was looked at, 0 to 1. A trip under
   * way is complete when all is known but its last two minutes.
   */
  analysis: z.object({ complete: z.boolean(), share: z.number() }),
  num_alerts: z.int(),
  num_critical_alerts: z.int(),
  num_warning_alerts: z.int(),
  num_info_alerts: z.int(),
  num_comments: z.int(),
  stats: TripStats,
})
export type Trip = z.infer<typeof Trip>

const tripList = {
  cursor: true,
  orders: ['start_time', 'duration', 'distance', 'peak_impact'],
  usual: ['start_time', 'desc'],
  filters: {
    id: 'id',
    vessel_id: 'id',
    captain_id: 'id',
    start_time: 'time',
    department_id: 'department',
    sea_state: SEA_STATES,
  },
} as const

/** Lists visible trips. */
export const listTrips = endpoint({
  method: 'GET',
  path: '/api/trips',
  access: 'department:trip-view',
  forKeys: true,
  list: tripList,
  output: page(Trip),
})
export const listLiveTrips = endpoint({
  method: 'GET',
  path: '/api/trips/live',
  access: 'department:trip-view',
  forKeys: true,
  list: tripList,
  output: page(Trip),
})
export const getTrip = endpoint({
  method: 'GET',
  path: '/api/trips/:id',
  access: 'vessel:trip-view',
  forKeys: true,
  params: byId,
  output: Trip,
})
export const updateTrip = endpoint({
  method: 'PUT',
  path: '/api/trips/:id',
  access: 'vessel:trip-assign-captain',
  forKeys: true,
  params: byId,
  body: z.object({ captain_id: z.uuid().nullable() }),
  output: Trip,
})
