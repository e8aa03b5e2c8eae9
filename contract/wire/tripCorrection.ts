import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { Instant } from './instant.ts'

/** Minimum duration and distance of a trip: a shorter one is not listed and cannot be cut off. */
export const SHORTEST_TRIP = { seconds: 120, nmi: 0.1 }

/** User's correction of a detected trip. Recomputation preserves it, and a user can undo it. */
export const TripCorrection = z.object({
  id: z.uuid().describe('Identifier of the correction, a UUID.'),
  kind: z
    .enum(['split', 'merge', 'trim', 'ashore', 'at_sea'])
    .describe('Type of correction: `split`, `merge`, `trim`, `ashore` or `at_sea`.'),
  from: z.iso.datetime().describe('Start of the corrected time, ISO 8601 in UTC.'),
  to: z.iso.datetime().describe('End of the corrected time, ISO 8601 in UTC; equal to `from` for a split.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  created_by: z
    .string()
    .nullable()
    .describe('Name of the user who made the correction; null after deletion.'),
})
export type TripCorrection = z.infer<typeof TripCorrection>

/** Trips follow within a second; the realtime topic `trips` reports the change. */
const ok = z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') })

export const splitTrip = endpoint({
  method: 'POST',
  path: '/api/trips/:id/split',
  access: 'vessel:trip-edit',
  forKeys: true,
  problems: ['TRIP_TOO_SHORT'],
  params: byId,
  body: z.object({ at: Instant.describe('Time at which to split the trip, in epoch seconds or ISO 8601.') }),
  output: ok,
})
/** Joins the trip with the previous or the next one of the vessel, and the time between them. */
export const mergeTrips = endpoint({
  method: 'POST',
  path: '/api/trips/:id/merge',
  access: 'vessel:trip-edit',
  forKeys: true,
  problems: ['TRIP_TOO_SHORT'],
  params: byId,
  body: z.object({
    with_trip_id: z.uuid().describe('Identifier of the neighbouring trip to merge with, a UUID.'),
  }),
  output: ok,
})
/** Removes the time before start_time and after end_time. */
export const trimTrip = endpoint({
  method: 'POST',
  path: '/api/trips/:id/trim',
  access: 'vessel:trip-edit',
  forKeys: true,
  problems: ['TRIP_TOO_SHORT'],
  params: byId,
  body: z.object({
    start_time: Instant.optional().describe(
      'New start of the trip, in epoch seconds or ISO 8601; unchanged if absent.',
    ),
    end_time: Instant.optional().describe(
      'New end of the trip, in epoch seconds or ISO 8601; unchanged if absent.',
    ),
  }),
  output: ok,
})
/** Marks the trip as at sea or ashore; a trip ashore counts in no score, rank, heat map or statistics. */
export const setTripAtSea = endpoint({
  method: 'POST',
  path: '/api/trips/:id/at-sea',
  access: 'vessel:trip-edit',
  forKeys: true,
  params: byId,
  body: z.object({
    at_sea: z.boolean().describe('True if the trip was at sea, false if the vessel was ashore.'),
  }),
  output: ok,
})
export const listTripCorrections = endpoint({
  method: 'GET',
  path: '/api/trips/:id/corrections',
  access: 'vessel:trip-view',
  forKeys: true,
  params: byId,
  output: page(TripCorrection),
})
export const undoTripCorrection = endpoint({
  method: 'DELETE',
  path: '/api/trips/:id/corrections/:correctionId',
  access: 'vessel:trip-edit',
  forKeys: true,
  params: byId.extend({
    correctionId: z.uuid().describe('Identifier of the correction in the path, a UUID.'),
  }),
  output: ok,
})
/** The trip and its figures are counted nowhere any more; detection does not bring it back. */
export const deleteTrip = endpoint({
  method: 'DELETE',
  path: '/api/trips/:id',
  access: 'vessel:trip-delete',
  forKeys: true,
  params: byId,
  output: ok,
})
