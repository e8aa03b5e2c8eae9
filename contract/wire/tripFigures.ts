import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * Totals over all trips of a vessel, a captain or an organization. Figures are sums, and means over the trips
 * that have the figure; null means unknown. Units are the wire's: minutes, nmi, L, kg, L/nmi, g.
 */
export const TripFigures = z.object({
  nr_trips: z.int().describe('Number of trips, 0 or more.'),
  total_duration: z.number().describe('Duration of all trips in minutes.'),
  total_distance: z.number().describe('Distance of all trips in nautical miles.'),
  red_impacts: z
    .int()
    .nullable()
    .describe('Number of impact events above the impact limit on all trips; null without motion sensors.'),
  avg_fuel_consumption: z.number().nullable().describe('Mean fuel per trip in litres; null if unknown.'),
  avg_co2_emissions: z.number().nullable().describe('Mean CO2 per trip in kilograms; null if unknown.'),
  avg_fuel_rate_l_nm: z
    .number()
    .nullable()
    .describe('All fuel over all distance, in litres per nautical mile; null if unknown.'),
  avg_impact: z
    .number()
    .nullable()
    .describe("Mean of the trips' mean impacts, in g; null without motion sensors."),
})
export type TripFigures = z.infer<typeof TripFigures>

/** Figures for comparison with a vessel or a captain; at most five minutes old. */
export const getOrganizationStatistics = endpoint({
  method: 'GET',
  path: '/api/organization/statistics',
  access: 'department:trip-view',
  forKeys: true,
  output: TripFigures,
})

/** Number of whole weeks, Monday to Monday, whose figures are answered. */
export const FIGURE_WEEKS = 12

/** Figures of the trips of a vessel or a captain that began in each of the last twelve whole weeks. */
export const getWeeklyFigures = endpoint({
  method: 'GET',
  path: '/statistics/weeks',
  access: 'department:trip-view',
  problems: ['not_found'],
  query: z.object({
    vessel_id: z.uuid().optional().describe('Identifier of the vessel, a UUID.'),
    captain_id: z.uuid().optional().describe('Identifier of the captain, a UUID, instead of a vessel.'),
    timezone: z
      .string()
      .max(60)
      .optional()
      .describe('IANA name of the time zone that defines weeks, for example `Europe/Rome`.'),
  }),
  output: z.object({
    weeks: z.array(TripFigures).describe('Figures of each week, oldest first; the present week is left out.'),
  }),
})
