/** Links that show one trip, or one impact of it, to their holder, for a time and without an account. */
import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { VESSEL_KINDS } from './vessel.ts'

/** How long one may live, days. */
export const SHARE_DAYS = [1, 7, 30, 90] as const
export const MAX_SHARE_DAYS = 90
/** Most comments that one link shows. */
export const MAX_SHARED_COMMENTS = 200

/**
 * Names that a link may show: of the boat, of the organization, of those who wrote the comments, and of boats near an
 * impact. A link shows none that its maker did not choose.
 */
export const SHARED_NAMES = ['vessel', 'organization', 'commenters', 'nearby'] as const
export type SharedName = (typeof SHARED_NAMES)[number]

/**
 * `ended`: the trip is no longer the shared one, because it was deleted or joined to another. Callers with
 * the link get one answer in each state but `active`.
 */
export const SHARE_STATES = ['active', 'expired', 'revoked', 'ended'] as const

export const ShareLink = z.object({
  id: z.uuid().describe('Identifier of the share link, a UUID.'),
  trip_id: z.uuid().describe('Identifier of the shared trip, a UUID.'),
  vessel: z
    .object({
      id: z.uuid().describe('Identifier of the vessel, a UUID.'),
      name: z.string().describe('Name of the vessel.'),
    })
    .describe('Vessel of the shared trip.'),
  trip_start_time: z.iso
    .datetime()
    .nullable()
    .describe('Start of the shared trip, ISO 8601 in UTC; null after its deletion.'),
  event_time: z.iso
    .datetime()
    .nullable()
    .describe('Time of the shared impact, ISO 8601 in UTC; null for the whole trip.'),
  num_comments: z.int().describe('Number of comments that the link shows.'),
  names: z.array(z.enum(SHARED_NAMES)).describe('Names that the link shows.'),
  state: z
    .enum(SHARE_STATES)
    .describe('State of the link: `active`, `expired`, `revoked`, or `ended` if the trip is gone.'),
  user: z
    .object({
      id: z.uuid().describe('Identifier of the user, a UUID.'),
      name: z.string().describe('Name of the user.'),
    })
    .nullable()
    .describe('User who created the link; null after deletion.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  expires_at: z.iso.datetime().describe('Time when the link stops working, ISO 8601 in UTC.'),
  revoked_at: z.iso
    .datetime()
    .nullable()
    .describe('Time when a user revoked the link, ISO 8601 in UTC; null if valid.'),
  openings: z.int().describe('Number of times the link was opened.'),
  last_opened_at: z.iso
    .datetime()
    .nullable()
    .describe('Time of the last opening, ISO 8601 in UTC; null before the first.'),
})
export type ShareLink = z.infer<typeof ShareLink>

/** Share links of trips. A user who may change a trip decides who else sees it. */
export const listShareLinks = endpoint({
  method: 'GET',
  path: '/api/share-links',
  access: 'vessel:trip-edit',
  list: {
    orders: ['created_at', 'expires_at', 'openings'],
    usual: ['created_at', 'desc'],
    filters: { trip_id: 'id', vessel_id: 'id', state: SHARE_STATES, created_at: 'time' },
  },
  output: page(ShareLink),
})

export const createShareLink = endpoint({
  method: 'POST',
  path: '/api/share-links',
  access: 'vessel:trip-edit',
  further: { 'vessel:trip-comment-view': 'With comment_ids, this' },
  problems: ['too_many'],
  body: z.object({
    trip_id: z.uuid().describe('Identifier of the shared trip, a UUID.'),
    event_time: z.iso
      .datetime()
      .nullable()
      .default(null)
      .describe('Time of the shared impact, ISO 8601 in UTC; null for the whole trip.'),
    valid_days: z.int().min(1).max(MAX_SHARE_DAYS).describe('Validity of the link in days, 1 to 90.'),
    comment_ids: z
      .array(z.uuid())
      .max(MAX_SHARED_COMMENTS)
      .default([])
      .describe("Identifiers of the trip's comments to show, UUIDs, at most 200."),
    names: z
      .array(z.enum(SHARED_NAMES))
      .max(SHARED_NAMES.length)
      .default([])
      .describe('Names that the link shows; without them, none.'),
  }),
  /** With its address, this once. */
  output: ShareLink.extend({
    share_path: z.string().describe('Path of the link with its secret, shown only in this answer.'),
  }),
})

/** From this moment it opens nothing. */
export const revokeShareLink = endpoint({
  method: 'DELETE',
  path: '/api/share-links/:id',
  access: 'vessel:trip-edit',
  params: byId,
  output: ShareLink,
})

/**
 * First page of a link; each call counts as one opening. A link that opens nothing is `not_found`, whatever
 * the reason.
 */
export const openShareLink = endpoint({
  method: 'POST',
  path: '/api/shared',
  access: 'anyone',
  problems: ['not_found'],
  body: z.object({
    share_token: z.string().max(200).describe("Secret part of the link's address, at most 200 characters."),
  }),
  output: z.object({
    trip_id: z.uuid().describe('Identifier of the shared trip, a UUID.'),
    event_time: z.iso
      .datetime()
      .nullable()
      .describe('Time of the shared impact, ISO 8601 in UTC; null for the whole trip.'),
    organization_name: z
      .string()
      .describe('Name of the organization that shares the trip; empty if the link does not show it.'),
    has_comfort_speed: z
      .boolean()
      .describe('True if the organization calls the safety speed "comfort speed".'),
    expires_at: z.iso.datetime().describe('Time when the link stops working, ISO 8601 in UTC.'),
    num_comments: z.int().describe('Number of comments that the link shows.'),
    kind: z.enum(VESSEL_KINDS).describe('Type of vessel, for its picture on the map, for example `rib`.'),
    specs: z
      .object({
        length: z.number().nullable().describe('Length of the vessel in metres; null if unknown.'),
        beam_overall: z
          .number()
          .nullable()
          .describe('Overall beam of the vessel in metres; null if unknown.'),
      })
      .describe('Size of the vessel for the map.'),
  }),
})

/** Path that opens a link. */
export const sharePath = (token: string) => `/shared/${token}`
