import { z } from 'zod'
import { byId, endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'

/** Request of a person for detail of a trip that is still on the boat's disk. */
export const DetailRequest = z.object({
  id: z.uuid().describe('Identifier of the request, a UUID.'),
  from: z.iso.datetime().describe('Start of the requested time, ISO 8601 in UTC.'),
  to: z.iso.datetime().describe('End of the requested time, ISO 8601 in UTC.'),
  state: z
    .enum(['asked', 'on_its_way', 'done', 'dropped'])
    .describe(
      '`asked` until the boat knows it, `on_its_way` while it sends, `done` when nothing of that time is on board any more, `dropped` when the disk on board was full and at least part of it was lost.',
    ),
  waiting_bytes: z
    .number()
    .nullable()
    .describe('Size of what is still on board, in bytes; null before the boat knows the request.'),
  asked_at: z.iso.datetime().describe('Time of the request, ISO 8601 in UTC.'),
})
export type DetailRequest = z.infer<typeof DetailRequest>

export const TripDetail = z.object({
  waiting: z
    .object({
      bytes: z.number().describe('Size of the detail that is still on board, in bytes; an estimate.'),
      from: z.iso.datetime().describe('Start of that detail within the time asked for, ISO 8601 in UTC.'),
      to: z.iso.datetime().describe('End of that detail within the time asked for, ISO 8601 in UTC.'),
      minutes: z
        .number()
        .nullable()
        .describe('Time that the link needs for it, in minutes; null while no speed is known.'),
      reported_at: z.iso.datetime().describe('Time of the report of the boat, ISO 8601 in UTC.'),
    })
    .nullable()
    .describe('Detail of that time on the disk of the boat; null if none is known.'),
  requests: z.array(DetailRequest).describe('Requests for detail of that time, newest first.'),
})
export type TripDetail = z.infer<typeof TripDetail>

export const getTripDetail = endpoint({
  method: 'GET',
  path: '/api/trips/:id/detail',
  access: 'vessel:trip-view',
  params: byId,
  query: z.object({
    from: z.iso.datetime().optional().describe('Start, ISO 8601 in UTC; start of the trip if absent.'),
    to: z.iso.datetime().optional().describe('End, ISO 8601 in UTC; end of the trip if absent.'),
  }),
  output: TripDetail,
})
/** Asks the boat for detail before its other data. A time that an open request covers already is not asked for twice. */
export const fetchTripDetail = endpoint({
  method: 'POST',
  path: '/api/trips/:id/detail',
  access: 'vessel:trip-edit',
  problems: ['conflict', 'too_many'],
  params: byId,
  body: z.object({
    from: Instant.optional().describe('Start, in epoch seconds or ISO 8601; start of the trip if absent.'),
    to: Instant.optional().describe('End, in epoch seconds or ISO 8601; end of the trip if absent.'),
  }),
  output: DetailRequest,
})
