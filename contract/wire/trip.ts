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
 * Statistics of a trip, in wire units: minutes, nmi, kn, g, L, kg, g. Null means unknown, never zero: a trip
 * without sensors has no impacts to count.
 */
export const TripStats = z.object({
  time_of_last_data_point: z.iso.datetime().describe('Time of the last data point, ISO 8601 in UTC.'),
  duration: z.number().describe('Duration from start to end in minutes, gaps included.'),
  distance: z.number().describe('Distance sailed in nautical miles, 0 or more.'),
  avg_sog: z.number().nullable().describe('Mean speed over ground in knots; null if unknown.'),
  max_sog: z.number().nullable().describe('Largest speed over ground in knots; null if unknown.'),
  avg_rog: z
    .number()
    .nullable()
    .describe('Mean safety speed in knots, the recommended speed over ground; null without a safety speed.'),
  avg_impact: z.number().nullable().describe('Mean impact while moving, in g; null without motion sensors.'),
  peak_impact: z.number().nullable().describe('Largest impact in g; null without motion sensors.'),
  avg_peak_impact: z
    .number()
    .nullable()
    .describe('Mean of the peaks of all impact events, in g; null without any.'),
  red_impacts: z
    .int()
    .nullable()
    .describe("Number of impact events above the vessel's impact limit; null without motion sensors."),
  impact_frequency: z
    .number()
    .nullable()
    .describe('Red impacts per nautical mile, 0 or more; null without motion sensors.'),
  fuel_consumption: z.number().nullable().describe('Consumed fuel in litres; null if unknown.'),
  avg_fuel_rate_l_nm: z
    .number()
    .nullable()
    .describe('Mean fuel per distance in litres per nautical mile; null if unknown.'),
  co2_emissions: z.number().nullable().describe('Emitted CO2 in kilograms; null if unknown.'),
  nox_emissions: z.number().nullable().describe('Emitted NOx in grams; null if unknown.'),
  in_eco_speed_ratio: z
    .number()
    .nullable()
    .describe(
      'Share of moving time at speeds within 5 % of the least fuel per mile, 0 to 1; null if unknown.',
    ),
  safety_quality: z
    .number()
    .nullable()
    .describe('Share of moving time not above the safety speed, 0 to 1; null without a safety speed.'),
  score: z.number().nullable().describe('Score of the trip, 1 to 100; null if too little was measured.'),
  score_basis: z.array(z.enum(SCORE_PARTS)).describe('Figures that the score was computed from.'),
  partial: z.boolean().describe('True if less than half of the trip has data.'),
  fuel_suspect: z.boolean().describe('True if fuel rates and fuel counters differ by more than a tenth.'),
  sog_derived: z.boolean().describe('True if the speed is derived from positions.'),
  distance_suspect: z.boolean().describe('True if positions and speeds give different distances.'),
  sparse: z.boolean().describe('True if most of the trip lies between positions more than a minute apart.'),
  position_frozen: z
    .boolean()
    .describe(
      'True if the receiver repeated one position under way, so that the distance comes from the speed.',
    ),
})
export type TripStats = z.infer<typeof TripStats>

/**
 * Whether the boat sailed the trip. `doubted`: the boat was far above her top speed, as on a trailer;
 * `ashore` and `confirmed`: a person decided it. Doubted trips and those ashore count in no score, rank, heat
 * map or statistics.
 */
export const SEA_STATES = ['assumed', 'doubted', 'ashore', 'confirmed'] as const
export type SeaState = (typeof SEA_STATES)[number]
/** True for trips that count in scores, ranks, heat map and statistics. */
export const isAtSea = (state: SeaState) => state === 'assumed' || state === 'confirmed'

/** One interval under way. */
export const Trip = z.object({
  id: z.uuid().describe('Identifier of the trip, a UUID.'),
  company_id: z.uuid().describe("Identifier of the trip's organization, a UUID."),
  vessel_id: z.uuid().describe("Identifier of the trip's vessel, a UUID."),
  vessel: z
    .object({
      id: z.uuid().describe('Identifier of the vessel, a UUID.'),
      name: z.string().describe('Name of the vessel.'),
      picture_url: z.string().nullable().describe("Address of the vessel's picture; null without a picture."),
      department_id: z.uuid().describe("Identifier of the vessel's department, a UUID."),
      system_settings: z
        .object({
          impact_limit: z.number().describe('Impact limit of the vessel in g: impacts above it are red.'),
        })
        .describe("Settings of the vessel that the trip's figures use."),
    })
    .describe('Vessel that made the trip.'),
  captain_id: z
    .uuid()
    .nullable()
    .describe("Identifier of the trip's captain, a UUID; null without a captain."),
  captain: z
    .object({
      id: z.uuid().describe('Identifier of the captain, a UUID.'),
      name: z.string().describe('Name of the captain.'),
    })
    .nullable()
    .describe('Captain of the trip; null without a captain.'),
  start_time: z.iso.datetime().describe('Start of the trip, ISO 8601 in UTC.'),
  end_time: z.iso.datetime().nullable().describe('End of the trip, ISO 8601 in UTC; null while under way.'),
  live: z.boolean().describe('True if the trip is under way with data from the last ten minutes.'),
  is_deleted: z.boolean().describe('True after a user deleted the trip.'),
  visible: z.boolean().describe('True if the trip is long enough to be listed.'),
  start_cause: z.string().describe('Cause of the start: `moving`, `split` or `trim`.'),
  end_cause: z
    .string()
    .nullable()
    .describe('Cause of the end: `idle`, `silence`, `split` or `trim`; null while under way.'),
  sea_state: z
    .enum(SEA_STATES)
    .describe(
      'Whether the trip counts as at sea: `assumed`, `doubted` (far too fast), `ashore` or `confirmed` (both by a user).',
    ),
  weather_source: z
    .string()
    .nullable()
    .describe('Name of the forecast service used for the trip; null without a forecast.'),
  /**
   * Progress of the trip's figures and impacts. The server computes them again after late data, a correction
   * or a change of settings. Meanwhile the answer shows the earlier figures, or those of the `share` of the
   * trip's time that is analysed, 0 to 1. A trip under way is complete when all but its last two minutes is
   * analysed.
   */
  analysis: z
    .object({
      complete: z.boolean().describe('True if all figures and impacts are final.'),
      share: z.number().describe("Analysed share of the trip's time, 0 to 1."),
    })
    .describe("Progress of the analysis of the trip's figures."),
  num_alerts: z.int().describe('Number of alerts during the trip.'),
  num_critical_alerts: z.int().describe('Number of critical alerts during the trip.'),
  num_warning_alerts: z.int().describe('Number of warning alerts during the trip.'),
  num_info_alerts: z.int().describe('Number of info alerts during the trip.'),
  num_comments: z.int().describe('Number of comments on the trip.'),
  stats: TripStats.describe('Figures of the trip, null where nothing was measured.'),
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
  body: z.object({
    captain_id: z
      .uuid()
      .nullable()
      .describe('Identifier of the captain to assign, a UUID; null for no captain.'),
  }),
  output: Trip,
})
