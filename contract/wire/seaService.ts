import { z } from 'zod'
import { byId, endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { LanguageAsked } from './languageAsked.ts'

const Served = z.object({
  nr_trips: z.int().describe('Number of trips that the captain completed.'),
  days: z.int().describe('Number of calendar days under way.'),
  hours: z.number().describe('Time under way in hours, 0 or more.'),
  miles: z.number().describe('Distance sailed in nautical miles, 0 or more.'),
  first_trip: z.iso
    .datetime()
    .nullable()
    .describe('Start of the first trip, ISO 8601 in UTC; null without trips.'),
  last_trip: z.iso
    .datetime()
    .nullable()
    .describe('Start of the last trip, ISO 8601 in UTC; null without trips.'),
})

/** Sea service of a captain by vessel, longest first. A trip counts for the captain who brought it in. */
export const SeaService = z.object({
  captain: z
    .object({
      id: z.uuid().describe('Identifier of the captain, a UUID.'),
      name: z.string().describe('Name of the captain.'),
    })
    .describe('Captain whose sea service it is.'),
  total: Served.describe('Sea service on all vessels together.'),
  vessels: z
    .array(
      Served.extend({
        id: z.uuid().describe('Identifier of the vessel, a UUID.'),
        name: z.string().describe('Name of the vessel.'),
      }),
    )
    .describe('Sea service on each vessel, longest first.'),
})
export type SeaService = z.infer<typeof SeaService>

/** Trips that began in [start, end); an open end has no limit. Days are those of the time zone. */
export const SeaServiceRange = z.object({
  start_time: Instant.optional().describe(
    'Earliest start of the trips, in epoch seconds or ISO 8601, included.',
  ),
  end_time: Instant.optional().describe('Latest start of the trips, in epoch seconds or ISO 8601, excluded.'),
  timezone: z
    .string()
    .max(60)
    .optional()
    .describe('IANA name of the time zone that defines days, for example `Europe/Rome`.'),
})

export const getSeaService = endpoint({
  method: 'GET',
  path: '/api/captains/:id/sea-service',
  access: 'captain:captain-view',
  forKeys: true,
  params: byId,
  query: SeaServiceRange,
  output: SeaService,
})

export const SEA_SERVICE_FORMATS = ['pdf', 'csv'] as const
export type SeaServiceFormat = (typeof SEA_SERVICE_FORMATS)[number]

/** The record as a document or a table, for a browser that follows a link. */
export const getSeaServiceFile = endpoint({
  method: 'GET',
  path: '/api/captains/:id/sea-service/:format',
  access: getSeaService.access,
  params: byId.extend({
    format: z.enum(SEA_SERVICE_FORMATS).describe('Format of the file: `pdf` or `csv`.'),
  }),
  query: SeaServiceRange.extend({
    language: LanguageAsked.describe('Language of the document: `en`, `it` or `is`.'),
    from: z.iso.date().optional().describe('First day to print on the document, YYYY-MM-DD.'),
    to: z.iso.date().optional().describe('Last day to print on the document, YYYY-MM-DD.'),
  }),
  file: ['application/pdf', 'text/csv'],
})
