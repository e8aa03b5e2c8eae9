import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * What all trips of a vessel, a captain or an organization come to, from the first to the last: sums, and means over the
 * trips that have the figure. Null is not known. In wire units: minutes, nmi, L, kg, L/nmi, g.
 */
export const TripFigures = z.object({
  nr_trips: z.int(),
  total_duration: z.number(),
  total_distance: z.number(),
  red_impacts: z.int().nullable(),
  avg_fuel_consumption: z.number().nullable(),
  avg_co2_emissions: z.number().nullable(),
  /** All fuel over all the distance that it was measured on. */
  avg_fuel_rate_l_nm: z.number().nullable(),
  avg_impact: z.number().nullable(),
})
export type TripFigures = z.infer<typeof TripFigures>

/** What a vessel or a captain is compared with; at most five minutes old. */
export const getOrganizationStatistics = endpoint({
  method: 'GET',
  path: '/api/organization/statistics',
  access: 'department:trip-view',
  forKeys: true,
  output: TripFigures,
})
