import { z } from 'zod'
import { byId, endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { LanguageAsked } from './languageAsked.ts'

const Served = z.object({
  nr_trips: z.int(),
  /** Days of the calendar on which they were under way. */
  days: z.int(),
  hours: z.number(),
  /** nmi */
  miles: z.number(),
  first_trip: z.iso.datetime().nullable(),
  last_trip: z.iso.datetime().nullable(),
})

/** What a captain has sailed, by vessel, longest first. A trip counts for the captain who brought it in. */
export const SeaService = z.object({
  captain: z.object({ id: z.uuid(), name: z.string() }),
  total: Served,
  vessels: z.array(Served.extend({ id: z.uuid(), name: z.string() })),
})
export type SeaService = z.infer<typeof SeaService>

/** Trips that began in [start, end); open ends are all there is. Days are those of the zone. */
export const SeaServiceRange = z.object({
  start_time: Instant.optional(),
  end_time: Instant.optional(),
  timezone: z.string().max(60).optional(),
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
  params: byId.extend({ format: z.enum(SEA_SERVICE_FORMATS) }),
  query: SeaServiceRange.extend({
    language: LanguageAsked,
    /** The days that it says it is of. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  file: ['application/pdf', 'text/csv'],
})
